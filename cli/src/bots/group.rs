//! The processes of a bot (a process group): the program that was called, and those that it has called itself. They end together, and when this
//! command is ended by a signal.

#[cfg(not(unix))]
use std::process::{Child, Command};

/// The processes of one bot.
#[derive(Debug)]
pub struct Group {
    #[cfg(unix)]
    leader: rustix::process::Pid,
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, Once, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::Group;

    /// Groups that have not ended.
    static LIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
    static LISTENS: Once = Once::new();

    fn live<T>(with: impl FnOnce(&mut Vec<Pid>) -> T) -> T {
        with(&mut LIVE.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn kill(leader: Pid) {
        // It may have ended by itself.
        let _ = kill_process_group(leader, Signal::KILL);
    }

    /// A signal that ends this command ends its bots before: the terminal sends it to this command's own group alone.
    fn listen() {
        let ends = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
        let Ok(mut signals) = Signals::new(ends) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                live(|live| live.iter().for_each(|leader| kill(*leader)));
                // What the signal does where nobody listens.
                let _ = emulate_default_handler(signal);
            }
        });
    }

    /// Whether whoever called this command wants a signal to do nothing (`nohup`, a shell in the background), where the system tells (Linux).
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).is_some_and(|set| set >> (signal - 1) & 1 == 1)
    }

    impl Group {
        pub fn lead(command: &mut Command) {
            LISTENS.call_once(listen);
            command.process_group(0);
        }

        pub fn of(child: &Child) -> Self {
            let leader = Pid::from_child(child);
            live(|live| live.push(leader));
            Self { leader }
        }
    }

    impl Drop for Group {
        fn drop(&mut self) {
            live(|live| live.retain(|leader| *leader != self.leader));
            kill(self.leader);
        }
    }
}

#[cfg(not(unix))]
impl Group {
    pub fn lead(_: &mut Command) {}

    pub fn of(_: &Child) -> Self {
        Self {}
    }
}
