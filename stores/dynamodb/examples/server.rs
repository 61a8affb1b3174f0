//! Runs a server of DynamoDB's protocol for tests, which is dynoxide, until it is killed. The tables are in memory, or in a file:
//!
//! ```sh
//! cargo run --example server 127.0.0.1:8000
//! cargo run --example server 127.0.0.1:8000 tables.sqlite
//! ```

use dynoxide::Database;
use std::env;
use std::error::Error;
use std::future;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let address = arguments.next().ok_or("write an address, such as `127.0.0.1:8000`")?;
    let database = match arguments.next() {
        Some(file) => Database::new(&file)?,
        None => Database::memory()?,
    };
    let listener = TcpListener::bind(address).await?;
    println!("READY http://{}", listener.local_addr()?);
    dynoxide::server::serve_with_shutdown(listener, database, future::pending()).await?;
    Ok(())
}
