//! Several processes write to one environment of LMDB. Two versions of a program are open at the same time: the old one
//! does not know the index of the new one. Whatever they do, in any order, a read through the index returns what a scan of
//! the records returns, or an error that the index is not built.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use heed::EnvOpenOptions;
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{RowsError, Table};
use rowkey_heed::Database;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::{env, io};

type TestResult = Result<(), Box<dyn std::error::Error>>;

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "users", indexes(UserByName))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey, table = "users.name")]
struct UserByName {
    #[rowkey(from = value)]
    name: String,
    user: u32,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "users")]
struct OldUserKey {
    user: u32,
}

/// In the child: the folder of the environment, and the version of the program.
const FOLDER: &str = "ROWKEY_PROCESSES_FOLDER";
const IS_NEW: &str = "ROWKEY_PROCESSES_IS_NEW";

const TABLES: [&Table; 1] = [UserKey::TABLE];

/// Runs one request, such as `put 7 Ada`.
fn run(database: &Database<'_>, is_new: bool, request: &str) -> Result<String, Box<dyn std::error::Error>> {
    let words: Vec<_> = request.split(' ').collect();
    match (&words[..], is_new) {
        (["put", user, name], true) => {
            let key = UserKey { user: user.parse()? };
            database.write(|rows| rows.put(&key, &(*name).to_owned()))?;
        }
        (["put", user, name], false) => {
            let key = OldUserKey { user: user.parse()? };
            database.write(|rows| rows.put(&key, &(*name).to_owned()))?;
        }
        (["rebuild"], _) => {
            database.write(|rows| rows.rebuild::<UserByName>(None, usize::MAX))?;
        }
        (["check"], _) => {
            let rows = database.read()?;
            let mut scanned = rows.scan(UserKey::prefix()).collect::<Result<Vec<_>, _>>()?;
            scanned.sort_by(|(a, a_name), (b, b_name)| (a_name, a.user).cmp(&(b_name, b.user)));
            return match rows.records(UserByName::prefix()).collect::<Result<Vec<_>, _>>() {
                Ok(found) if found == scanned => Ok("complete".into()),
                Ok(found) => Ok(format!("wrong: {found:?}, and not {scanned:?}")),
                Err(RowsError::NotBuilt { .. }) => Ok("not built".into()),
                Err(error) => Err(error.into()),
            };
        }
        _ => return Err("an unknown request".into()),
    }
    Ok("done".into())
}

fn serve(folder: &Path, is_new: bool) -> TestResult {
    // SAFETY: all processes of this test use LMDB.
    let env = unsafe { EnvOpenOptions::new().read_txn_without_tls().max_dbs(8).open(folder) }?;
    let database = Database::new(&env, if is_new { &TABLES } else { &[OldUserKey::TABLE] })?;
    for request in io::stdin().lines() {
        eprintln!("{}", run(&database, is_new, &request?)?);
    }
    Ok(())
}

struct Process {
    child: Child,
    requests: ChildStdin,
    answers: Lines<BufReader<std::process::ChildStderr>>,
}

impl Process {
    fn start(folder: &Path, is_new: bool) -> io::Result<Self> {
        let mut child = Command::new(env::current_exe()?)
            .args(["processes_of_two_versions_never_read_an_incomplete_index", "--exact", "--nocapture"])
            .env(FOLDER, folder)
            .env(IS_NEW, is_new.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let (requests, answers) = (child.stdin.take().unwrap(), child.stderr.take().unwrap());
        Ok(Self { child, requests, answers: BufReader::new(answers).lines() })
    }

    fn ask(&mut self, request: &str) -> io::Result<String> {
        writeln!(self.requests, "{request}")?;
        self.answers.next().unwrap()
    }

    fn stop(mut self) -> io::Result<()> {
        drop(self.requests);
        assert!(self.child.wait()?.success());
        Ok(())
    }
}

/// True is the new version.
const STEPS: [(bool, &str); 5] = [(false, "put"), (true, "put"), (true, "rebuild"), (true, "check"), (false, "put")];

#[test]
fn processes_of_two_versions_never_read_an_incomplete_index() -> TestResult {
    if let Some(folder) = env::var_os(FOLDER) {
        return serve(Path::new(&folder), env::var(IS_NEW)? == "true");
    }
    let mut random = fastrand::Rng::with_seed(7);
    let (mut complete, mut not_built) = (0, 0);
    for _ in 0..8 {
        let folder = tempfile::tempdir()?;
        let mut old = Process::start(folder.path(), false)?;
        let mut new = Process::start(folder.path(), true)?;
        for step in 0..60 {
            let (is_new, request) = random.choice(STEPS).unwrap();
            let request = match request {
                "put" => format!("put {} {}", random.u32(..4), random.choice(["Ada", "Bob", "Eve"]).unwrap()),
                request => request.to_owned(),
            };
            let answer = if is_new { &mut new } else { &mut old }.ask(&request)?;
            assert!(!answer.starts_with("wrong"), "step {step}: {answer}");
            complete += u32::from(answer == "complete");
            not_built += u32::from(answer == "not built");
        }
        old.stop()?;
        new.stop()?;
    }
    assert!(complete > 10 && not_built > 10, "{complete} {not_built}");
    Ok(())
}
