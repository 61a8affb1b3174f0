//! Checks that the client loses no row and returns no row twice while faults happen in the cluster: regions are split,
//! servers are stopped or killed, and the gateway restarts.

mod refusals;
mod work;

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use indicatif::HumanCount;
use rowkey::RowKey;
use rowkey_examples::terminal::table;

use self::work::{NumberKey, Work};
use crate::cluster::Cluster;
use crate::control::{Control, Count};
use crate::tables::splits;

const TABLE: &str = "rowkey_faults";
const REGIONS: usize = 4;

#[derive(Debug, Clone, Copy)]
enum Fault {
    Split,
    StopServer,
    StartServer,
    KillServer,
    RestartGateway,
}

const FAULTS: [Fault; 6] =
    [Fault::Split, Fault::StopServer, Fault::StartServer, Fault::RestartGateway, Fault::KillServer, Fault::Split];

impl Fault {
    fn name(self) -> &'static str {
        match self {
            Self::Split => "a region is split",
            Self::StopServer => "a region server stops",
            Self::StartServer => "another region server starts",
            Self::KillServer => "a region server is killed",
            Self::RestartGateway => "the gateway restarts",
        }
    }

    /// Causes the fault. `written` is the number of rows that were written so far.
    fn cause(self, control: &Control, written: u64) -> Result<()> {
        // The server with the most regions of the table, because its loss affects the most requests.
        let server = || {
            let servers = control.servers(TABLE)?.into_iter().filter(|server| server.alive);
            Ok::<_, anyhow::Error>(servers.max_by_key(|server| server.regions).context("there is no server")?.address)
        };
        match self {
            Self::Split => split(control, &NumberKey { number: written / 2 }.encode()),
            Self::StopServer => control.stop_server(&server()?, false),
            Self::StartServer => control.start_server().map(drop),
            Self::KillServer => control.stop_server(&server()?, true),
            Self::RestartGateway => control.restart_gateway(),
        }
    }
}

/// Splits a region. Tries again, because a region cannot be split while `HBase` moves it.
fn split(control: &Control, key: &[u8]) -> Result<()> {
    const ATTEMPTS: u32 = 20;
    let mut result = Ok(());
    for _ in 0..ATTEMPTS {
        result = control.split(TABLE, key);
        if result.is_ok() {
            break;
        }
        thread::sleep(Duration::from_secs(1));
    }
    result
}

pub(crate) fn run(cluster: &Cluster, rows: u64, out: &mut impl Write) -> Result<()> {
    let control = cluster.control("split regions or stop servers")?;
    ensure!(
        control.may_stop_servers()?,
        "only the servers of a cluster that was started here can be stopped; omit --cluster"
    );
    control.drop_table(TABLE)?;
    control.create(TABLE, &splits::<NumberKey>(REGIONS), None)?;

    let work = Work::new(cluster.gateway.clone());
    let (effects, written, scans) = thread::scope(|scope| {
        let writer = scope.spawn(|| work.write(rows));
        let scanner = scope.spawn(|| work.scan_repeatedly());
        let effects = all_faults(control, &work);
        work.stop.store(true, Ordering::Relaxed);
        let join = |_| anyhow!("a thread failed");
        let written = writer.join().map_err(join)?;
        let scans = scanner.join().map_err(join)?;
        match (effects, written, scans) {
            (Ok(effects), Ok(written), Ok(scans)) => Ok((effects, written, scans)),
            // `all_faults` failed because the writer or the scanner had failed.
            (Err(error), Err(cause), _) | (Err(error), _, Err(cause)) => Err(cause.context(format!("{error:#}"))),
            (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => Err(error),
        }
    })?;

    writeln!(out, "While rows were written and scanned:\n{}", table_of(&effects))?;
    let found = work.scan(written)?;
    ensure!(found == written, "the final scan finds {found} rows instead of {written}");
    let counted = control.count(TABLE)?;
    ensure!(
        counted == Count { rows: written, ascending: true },
        "the scan in Java finds {counted:?} instead of {written} rows in order"
    );
    writeln!(
        out,
        "{} rows written; {scans} scans meanwhile and a final scan found all of them once and in order; a scan in Java \
         counts {}; no operation gave up\n",
        HumanCount(written),
        HumanCount(counted.rows)
    )?;
    control.drop_table(TABLE)?;

    refusals::show(cluster, control, out)
}

/// The effect of one fault on the writer and the scanner.
struct Effect {
    fault: Fault,
    took: Duration,
    written: u64,
    /// The time of the slowest batch of the writer.
    longest: Duration,
    /// The increase of each count of [`Tally::counts`](crate::client::Tally::counts).
    counts: [u64; 3],
}

/// Causes one fault after the other. Waits after each fault until rows are written and scanned again.
fn all_faults(control: &Control, work: &Work) -> Result<Vec<Effect>> {
    let mut all = Vec::new();
    work.wait_for_progress()?;
    for fault in FAULTS {
        let before = work.gateway.tally.counts();
        let written = work.written.load(Ordering::Relaxed);
        // Forgets the waits before the fault.
        let _ = work.take_longest_wait();
        let began = Instant::now();
        fault.cause(control, written).with_context(|| format!("cannot make this happen: {}", fault.name()))?;
        let took = began.elapsed();
        work.wait_for_progress().with_context(|| format!("after this: {}", fault.name()))?;
        let after = work.gateway.tally.counts();
        let counts = std::array::from_fn(|index| match (before.get(index), after.get(index)) {
            (Some(before), Some(after)) => after - before,
            _ => 0,
        });
        let [_, reconnections, _] = counts;
        // A restart that no client noticed would test nothing.
        ensure!(
            reconnections > 0 || !matches!(fault, Fault::RestartGateway),
            "the gateway's restart disconnected no client"
        );
        let written = work.written.load(Ordering::Relaxed) - written;
        all.push(Effect { fault, took, written, longest: work.take_longest_wait(), counts });
    }
    Ok(all)
}

impl Work {
    /// Waits until 5,000 more rows are written, and a scan that began after this call has ended.
    fn wait_for_progress(&self) -> Result<()> {
        const LONGEST: Duration = Duration::from_mins(2);
        const ROWS: u64 = 5_000;
        let began = Instant::now();
        let rows = self.written.load(Ordering::Relaxed) + ROWS;
        // The next scan that ends may have begun before this call.
        let scans = self.scans.load(Ordering::Relaxed) + 2;
        while self.written.load(Ordering::Relaxed) < rows || self.scans.load(Ordering::Relaxed) < scans {
            if self.stop.load(Ordering::Relaxed) {
                bail!("the work has stopped");
            }
            if began.elapsed() > LONGEST {
                bail!("no rows were written, or no scan ended, for {} seconds", LONGEST.as_secs());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

fn table_of(effects: &[Effect]) -> impl Display {
    let header = ["", "took", "rows written", "longest wait", "calls repeated", "reconnections", "scans resumed"];
    let row = |Effect { fault, took, written, longest, counts }: &Effect| {
        let [took, longest] = [took, longest].map(|time| format!("{time:.1?}"));
        let [calls, reconnections, scans] = counts.map(|count| count.to_string());
        [fault.name().to_owned(), took, HumanCount(*written).to_string(), longest, calls, reconnections, scans]
    };
    table(&header, 1..header.len(), effects.iter().map(row))
}
