//! An emulator of these tests is stopped for a while, longer than the time-out of the requests, and a proxy loses answers. Its
//! program is the value of `BIGTABLE_EMULATOR`, or `rowkey/emulator` in the folder of caches. It is not killed, because its rows
//! are in memory.

use super::faults::{self, Proxy, Server};
use super::{TestResult, create_tables, open, settle};
use fastrand::Rng;
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::time::sleep;

const HOUR: Duration = Duration::from_secs(3600);

/// Starts an emulator with the tables of the instance `faults`. Returns `None` if there is no program.
async fn start() -> Result<Option<Server>, Box<dyn std::error::Error>> {
    let Some(program) = faults::program("BIGTABLE_EMULATOR", "emulator") else { return Ok(None) };
    let server = Server::start(|address| {
        let mut command = Command::new(program);
        command.arg("-port").arg(address.port().to_string()).stdout(Stdio::null());
        command
    })?;
    create_tables(&server.address.to_string(), "faults").await?;
    Ok(Some(server))
}

/// Returns the length of a frame of HTTP/2, and whether it begins a request or an answer.
pub(crate) fn frame(bytes: &[u8]) -> Option<(usize, bool)> {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const HEADERS: u8 = 1;
    const END_STREAM: u8 = 1;
    if bytes.starts_with(PREFACE) {
        return Some((PREFACE.len(), false));
    }
    let [a, b, c, kind, flags, ..] = *bytes.first_chunk::<9>()?;
    let len = 9 + usize::try_from(u32::from_be_bytes([0, a, b, c])).ok()?;
    // An answer ends with headers as well.
    (bytes.len() >= len).then_some((len, kind == HEADERS && flags & END_STREAM == 0))
}

#[tokio::test]
async fn writers_lose_nothing_while_the_server_is_stopped() -> TestResult {
    let Some(server) = start().await? else { return Ok(()) };
    let database = open(&server.address.to_string(), "faults", Some(Duration::from_millis(300)))?;
    let disturb = async |random: &mut Rng| {
        for seconds in [1, 3] {
            sleep(Duration::from_millis(random.u64(300..1000))).await;
            server.stop()?;
            sleep(Duration::from_secs(seconds)).await;
            server.resume()?;
        }
        sleep(Duration::from_millis(500)).await;
        Ok(())
    };
    faults::writers_lose_nothing(&database, 6, 100, disturb, settle).await?;
    Ok(())
}

#[tokio::test]
async fn writers_lose_nothing_while_answers_are_lost() -> TestResult {
    let Some(server) = start().await? else { return Ok(()) };
    let proxy = Proxy::start(server.address, frame).await?;
    let database = open(&proxy.address.to_string(), "faults", Some(Duration::from_secs(5)))?;
    faults::writers_lose_nothing_while_answers_are_lost(&database, &proxy, 100, settle).await
}

#[tokio::test]
async fn the_number_of_requests_is_bounded() -> TestResult {
    let Some(server) = start().await? else { return Ok(()) };
    let proxy = Proxy::start(server.address, frame).await?;
    let database = open(&proxy.address.to_string(), "faults", Some(Duration::from_secs(5)))?.remember_layouts_for(HOUR);
    // Five times a write, and a read that the adapter sends up to six times.
    faults::a_write_without_answers_ends(&database, &proxy, 5 * (1 + 6)).await?;
    let other = open(&server.address.to_string(), "faults", Some(Duration::from_secs(5)))?;
    faults::a_put_without_an_answer_is_not_sent_again(&database, &other, &proxy).await
}
