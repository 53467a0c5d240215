//! What the command says, as text: problems of rules files as letters to their authors. It touches nothing; the command prints it, and
//! the corpus of bad files keeps it.

pub mod letters;
