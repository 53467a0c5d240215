//! `bidlang serve`: a server at which people and bots play in a browser.

use std::collections::HashSet;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};

use bidlang::Game;
use bidlang_server::{Config, Limits, Offered, Server, Theme, Trouble};

use crate::files::Found;
use crate::run::usage;
use crate::{End, files, loader, output, report};

/// Serves tables for people and bots in a browser.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// Rules files, folders of them, or names of games that come with bidlang; all of these where nothing is said
    files: Vec<PathBuf>,
    /// Where the server listens
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,
    /// The folder in which the tables are kept
    #[arg(long, value_name = "DIR", default_value = "bidlang-data")]
    data: PathBuf,
    /// The address under which people come, where a proxy stands before the server: `https://games.example`
    #[arg(long, value_name = "URL", value_parser = url)]
    public_url: Option<String>,
    /// Let anybody send rules files
    #[arg(long)]
    allow_upload: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Writes the record of a table: the whole of it, with the seed
    Export {
        /// The table: what is behind `/t/` in its links
        table: String,
        /// The folder in which the tables are kept
        #[arg(long, value_name = "DIR", default_value = "bidlang-data")]
        data: PathBuf,
    },
}

/// `127.0.0.1:8080`, `localhost:8080`
fn address(text: &str) -> Result<SocketAddr, String> {
    let wanted = || "say an address of this machine and a port, as in 127.0.0.1:8080 or localhost:8080".to_owned();
    let found: Vec<SocketAddr> = text.to_socket_addrs().map_err(|_| wanted())?.collect();
    found.iter().find(|address| address.is_ipv4()).or(found.first()).copied().ok_or_else(wanted)
}

fn url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain = |host: &&str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
    let host = host.map(|host| host.trim_end_matches('/')).filter(plain);
    let wanted = || "say an address without a path, as in `https://games.example`".to_owned();
    host.map(|_| text.trim_end_matches('/').to_owned()).ok_or_else(wanted)
}

pub fn run(args: &Args) -> End {
    match &args.verb {
        Some(Verb::Export { table, data }) => match bidlang_server::export(data, table) {
            Ok(record) => {
                output::raw(&record);
                End::Fine
            }
            Err(trouble) => told(trouble),
        },
        None => serve(args).unwrap_or_else(|end| end),
    }
}

fn told(Trouble { what, help }: Trouble) -> End {
    report::plain(&usage(what).help(help));
    End::Usage
}

fn serve(args: &Args) -> Result<End, End> {
    let games = shelf(&args.files)?;
    let config = Config {
        listen: args.listen,
        data: args.data.clone(),
        public_url: args.public_url.clone(),
        allow_upload: args.allow_upload,
        limits: Limits::default(),
    };
    log()?;
    let cannot = |error: std::io::Error| {
        told(Trouble {
            what: format!("the server cannot run: {error}"),
            help: "look at the limits of this machine".to_owned(),
        })
    };
    // Phrases that lie deep in one another are walked by recursion.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(16 << 20).build().map_err(cannot)?;
    let count = games.len();
    let served = runtime.block_on(async {
        let server = Server::open(config, games).await?;
        let address = server.address().map_or_else(|_| args.listen.to_string(), |address| address.to_string());
        let page = args.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
        let games = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
        let told = format!("{games} at {page}/ (stop with Ctrl-C)");
        // The server is there for those who come, whoever reads this.
        if !output::if_read(&told) {
            output::note(&told);
        }
        server.run(stop()).await
    });
    // A player that still thinks is not waited for.
    runtime.shutdown_background();
    served.map_err(told)?;
    Ok(End::Fine)
}

/// What the server tells goes to standard error: a line each, without tokens and cards.
fn log() -> Result<(), End> {
    let level = match std::env::var_os("BIDLANG_LOG").as_ref().map(|word| word.to_string_lossy()).as_deref() {
        Some("debug") => tracing::Level::DEBUG,
        None | Some("info") => tracing::Level::INFO,
        Some("warn") => tracing::Level::WARN,
        Some(other) => {
            let what = format!("`BIDLANG_LOG` is `{}`", bidlang::diagnostic::printable(other));
            return Err(told(Trouble { what, help: "set it to warn, info or debug, or to nothing at all".to_owned() }));
        }
    };
    let made = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false).try_init();
    if let Err(error) = made {
        output::note(&format!("there is no log: {error}"));
    }
    Ok(())
}

/// Comes when somebody stops the server.
async fn stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminated.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    // Where nobody can say so, it serves until it is killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// The games that are named.
fn shelf(named: &[PathBuf]) -> Result<Vec<Offered>, End> {
    let mut games: Vec<Offered> = Vec::new();
    if named.is_empty() {
        for shipped in bidlang_games::ALL {
            let game = Game::load(&bidlang_host::from_ship(shipped), &loader::disk())
                .map_err(|error| report::error(&error))?;
            let theme = theme(&Found::Shipped(shipped), &game)?;
            games.push(Offered { id: shipped.name.to_owned(), game, theme });
        }
        return Ok(games);
    }
    let mut paths = Vec::new();
    for path in named {
        if matches!(files::find(path), Found::Disk(_)) && path.is_dir() {
            paths.extend(rules(path)?);
        } else {
            paths.push(path.clone());
        }
    }
    let (mut taken, mut seen) = (Vec::new(), HashSet::new());
    for path in paths {
        // A file is served once, also where it is named again or lies in a folder that is.
        if seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            taken.push(path);
        }
    }
    for path in taken {
        let game = loader::game(&path)?;
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let id = free(&games, &id(&stem));
        let theme = theme(&files::find(&path), &game)?;
        games.push(Offered { id, game, theme });
    }
    Ok(games)
}

/// The longest theme, in bytes.
const LONGEST_THEME: usize = 64 << 10;

/// How a game wants to be shown, where the file `NAME.theme.json` beside its rules says so.
fn theme(found: &Found, game: &Game) -> Result<Theme, End> {
    let (name, text) = match found {
        Found::Shipped(shipped) => match shipped.theme {
            Some(text) => (format!("{}.theme.json", shipped.name), text.to_owned()),
            None => return Ok(Theme::default()),
        },
        // A library is no game, and was refused.
        Found::Library(_) => return Ok(Theme::default()),
        Found::Disk(path) => {
            let beside = path.with_extension("theme.json");
            if !beside.exists() {
                return Ok(Theme::default());
            }
            let text = files::read_up_to(&beside, LONGEST_THEME).map_err(|problem| {
                report::plain(&problem);
                End::Usage
            })?;
            (text.name, text.text)
        }
    };
    Theme::read(game, &name, &text).map_err(|wrong| {
        for trouble in wrong {
            told(trouble);
        }
        End::Findings
    })
}

/// A file's name as it is in calls: small letters, digits, `_` and `-`.
fn id(stem: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let id: String = stem.chars().map(|letter| if plain(letter) { letter.to_ascii_lowercase() } else { '_' }).collect();
    if id.is_empty() { "game".to_owned() } else { id }
}

/// The name, or one with a number behind it where another game has it.
fn free(games: &[Offered], id: &str) -> String {
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    let names = std::iter::once(id.to_owned()).chain(numbered);
    names.into_iter().find(|name| games.iter().all(|game| game.id != *name)).unwrap_or_default()
}

/// The rules files of a folder and of those in it, in the order of their names; files of tests, and what lies in hidden folders, are no games.
fn rules(folder: &Path) -> Result<Vec<PathBuf>, End> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        let unreadable = |error: std::io::Error| {
            report::plain(&usage(format!("{}: {error}", folder.display())).help("name a folder that can be read"));
            End::Usage
        };
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if path.is_dir() && !hidden && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "bid") && is_game(&path)? {
                found.push(path);
            }
        }
    }
    found.sort();
    if found.is_empty() {
        let problem = usage(format!("{}: there is no rules file in this folder", folder.display()));
        report::plain(&problem.help("name a folder with files that end in `.bid`"));
        return Err(End::Usage);
    }
    Ok(found)
}

/// Whether a file has a game, and not scripted games or a library; what is wrong with any other is told when it is read.
fn is_game(path: &Path) -> Result<bool, End> {
    let text = report::read(path)?;
    let mut lines = text.text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().and_then(|line| line.split_whitespace().next());
    Ok(!matches!(first, Some("tests" | "library")))
}
