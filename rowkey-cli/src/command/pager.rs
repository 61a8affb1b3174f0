//! The pager: on a terminal, long output is shown by `less` or by the program that the variable `PAGER` names.

use std::env;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// Quit if the text fits the screen, show colours, and leave the text on the screen.
const LESS: &str = "FRX";

/// A writer to a pager, which starts with the first byte. Writes to standard output if the pager cannot start.
pub(crate) enum Pager {
    Waiting(String),
    Running(Child),
    Off(io::Stdout),
}

impl Pager {
    /// Returns the pager of the variable `PAGER`, or `less`. An empty variable and `cat` turn the pager off.
    pub(crate) fn from_env() -> Self {
        Self::new(env::var("PAGER").unwrap_or_else(|_| "less".to_owned()))
    }

    /// A pager turned off, for output that is not shown on a terminal.
    pub(crate) fn off() -> Self {
        Self::Off(io::stdout())
    }

    fn new(command: String) -> Self {
        if matches!(command.trim(), "" | "cat") { Self::off() } else { Self::Waiting(command) }
    }

    fn start(command: &str) -> Self {
        let mut words = command.split_whitespace();
        let mut pager = Command::new(words.next().unwrap_or_default());
        pager.args(words).stdin(Stdio::piped());
        if env::var_os("LESS").is_none() {
            pager.env("LESS", LESS);
        }
        pager.spawn().map_or_else(|_| Self::off(), Self::Running)
    }

    /// Waits until the reader leaves the pager.
    pub(crate) fn finish(self) {
        if let Self::Running(mut pager) = self {
            drop(pager.stdin.take());
            // Without the pager, there is nobody to tell.
            let _ = pager.wait();
        }
    }
}

impl Write for Pager {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Self::Waiting(command) = self {
            *self = Self::start(command);
        }
        match self {
            Self::Running(Child { stdin: Some(stdin), .. }) => stdin.write(bytes),
            Self::Off(stdout) => stdout.write(bytes),
            Self::Running(_) | Self::Waiting(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Running(Child { stdin: Some(stdin), .. }) => stdin.flush(),
            Self::Off(stdout) => stdout.flush(),
            Self::Running(_) | Self::Waiting(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_goes_to_the_pager_and_its_end_is_awaited() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shown");
        let mut pager = Pager::new(format!("tee {}", file.display()));
        pager.write_all(b"two\nlines\n").unwrap();
        pager.finish();
        assert_eq!(std::fs::read(&file).unwrap(), b"two\nlines\n");
    }

    #[test]
    fn without_output_no_pager_starts() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shown");
        Pager::new(format!("tee {}", file.display())).finish();
        assert!(!file.exists());
    }

    #[test]
    fn the_pager_can_be_turned_off_or_missing() {
        assert!(matches!(Pager::new(String::new()), Pager::Off(_)));
        assert!(matches!(Pager::new(" cat ".to_owned()), Pager::Off(_)));
        assert!(matches!(Pager::start("no-such-pager"), Pager::Off(_)));
    }
}
