//! Runs the current benchmark again under callgrind, a tool of valgrind, and reads the instruction counts.

use std::collections::HashMap;
use std::process::{Command, Stdio};

/// The argument of the second run. With this argument, the program must only run its workloads.
pub(crate) const CHILD: &str = "--counted";

/// The instruction counts of functions, including the functions that they call.
pub(crate) struct Counts(HashMap<String, u64>);

/// Runs this program under callgrind, with the argument [`CHILD`] and then `arguments`. Returns `None` if valgrind is
/// not installed.
pub(crate) fn count(arguments: &[&str]) -> Option<Counts> {
    Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    let file = std::env::temp_dir().join(format!("callgrind.{}.rowkey", std::process::id()));
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(std::env::current_exe().expect("this program has a path"))
        .arg(CHILD)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .expect("valgrind starts, as it did before");
    let profile = std::fs::read_to_string(&file);
    let _ = std::fs::remove_file(&file);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(Counts::read(&profile.expect("callgrind writes its profile")))
}

impl Counts {
    /// Reads a profile. It has a block for each function: `fn=name`, then a line per source line that ends in the cost
    /// of the source line. After `calls=..`, the next line ends in the total cost of the called function.
    fn read(profile: &str) -> Self {
        let mut counts = HashMap::new();
        let mut function = "";
        for line in profile.lines() {
            if let Some(name) = line.strip_prefix("fn=") {
                function = name;
            } else if line.starts_with(|first: char| first.is_ascii_digit()) {
                let cost: u64 = line.rsplit(' ').next().and_then(|cost| cost.parse().ok()).unwrap_or(0);
                *counts.entry(function.to_owned()).or_default() += cost;
            }
        }
        Self(counts)
    }

    /// Returns the count of `module::function`, including its closures and inner functions.
    pub(crate) fn of(&self, module: &str, function: &str) -> u64 {
        let path = format!("::{module}::{function}");
        let counts: Vec<_> = self.0.iter().filter(|(name, _)| name.contains(&path)).map(|(_, count)| *count).collect();
        assert!(!counts.is_empty(), "the profile has no function {path}");
        counts.iter().sum()
    }
}
