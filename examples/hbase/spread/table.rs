//! Prints the measurements of all designs as tables.

use std::io::{self, Write};

use indicatif::HumanCount;
use rowkey_examples::hex;
use rowkey_examples::terminal::{percent, table};

use super::measure::Outcome;
use super::{SIZES, ratio};

/// If `regions` is true, also prints the counts of all regions.
pub(super) fn print(outcomes: &[Outcome], rows: u64, regions: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} rows under each key design; HBase writes memory to a file at {} MB and splits a region at {} MB\n\n\
         Writes as HBase counts them: the share of the busiest region and server in a window of the load, and in the whole load",
        HumanCount(rows),
        SIZES.flush >> 20,
        SIZES.region >> 20
    )?;
    let header =
        ["design", "key", "regions", "split by HBase", "region", "server", "if even", "server, all", "counted"];
    writeln!(out, "{}\n", table(&header, 2..header.len(), outcomes.iter().map(summary)))?;

    if outcomes.iter().any(|outcome| outcome.counted() != rows) {
        writeln!(
            out,
            "The counts differ from the writes: a cluster that was not started here loses the counts of regions that are \
             split or moved\n"
        )?;
    }

    writeln!(out, "Writes by server")?;
    let rows = outcomes.iter().flat_map(|outcome| {
        outcome.servers.iter().map(|server| {
            vec![
                outcome.design.name.to_owned(),
                server.address.clone(),
                HumanCount(server.regions).to_string(),
                HumanCount(server.writes).to_string(),
                percent(ratio(server.writes, outcome.counted())),
            ]
        })
    });
    writeln!(out, "{}", table(&["design", "server", "regions", "writes", "share"], 2..5, rows))?;
    if regions {
        writeln!(out, "\nWrites by region, including closed regions")?;
        let rows = outcomes.iter().flat_map(regions_of);
        writeln!(out, "{}", table(&["design", "region from", "to", "server", "writes"], [4], rows))?;
    }
    Ok(())
}

fn summary(outcome: &Outcome) -> Vec<String> {
    let regions = outcome.regions.regions.len();
    vec![
        outcome.design.name.to_owned(),
        outcome.design.key.to_owned(),
        format!("{} → {regions}", outcome.regions_before),
        regions.saturating_sub(outcome.regions_before).to_string(),
        percent(outcome.busiest_region()),
        percent(outcome.busiest_server()),
        percent(outcome.even_share()),
        percent(outcome.busiest_server_overall()),
        HumanCount(outcome.counted()).to_string(),
    ]
}

fn regions_of(outcome: &Outcome) -> impl Iterator<Item = Vec<String>> {
    let key = |key: &[u8]| if key.is_empty() { "-".to_owned() } else { hex::encode(key) };
    let open = outcome.regions.regions.iter().map(|region| (region, ""));
    let closed = outcome.regions.closed.iter().filter(|region| region.writes > 0).map(|region| (region, " (closed)"));
    open.chain(closed).map(move |(region, closed)| {
        vec![
            outcome.design.name.to_owned(),
            key(&region.start),
            key(&region.end),
            format!("{}{closed}", region.server.as_deref().unwrap_or("-")),
            HumanCount(region.writes).to_string(),
        ]
    })
}
