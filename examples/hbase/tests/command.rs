//! Tests the parsing of the command line.

use clap::{CommandFactory, Parser};
use rowkey_examples::flights::command::Question;

use crate::cli::{Cli, Command};
use crate::cluster::Addresses;

fn parse(words: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(["hbase"].into_iter().chain(words.split_whitespace()))
}

#[test]
fn questions_are_the_same_commands_as_in_flights() {
    Cli::command().debug_assert();
    for question in Question::examples() {
        let asked = parse(&question.to_string()).expect("a command").command;
        assert!(matches!(asked, Some(Command::Ask(asked)) if asked == question));
    }
}

#[test]
fn a_cluster_is_a_gateway_with_or_without_a_control_port() {
    let cluster = |words: &str| parse(words).map(|cli| cli.cluster);
    let addresses = |control: Option<&str>| Addresses { gateway: "a:9090".into(), control: control.map(str::to_owned) };
    assert_eq!(cluster("").expect("no cluster"), None);
    assert_eq!(cluster("--cluster a:9090").expect("a gateway"), Some(addresses(None)));
    assert_eq!(cluster("load --cluster a:9090,b:1").expect("both"), Some(addresses(Some("b:1"))));
    for wrong in ["a", "a:", ":9090", "a:9090,", "a:9090,b", "a:99999"] {
        let message = cluster(&format!("--cluster {wrong}")).expect_err("not an address").to_string();
        assert!(message.contains("write the gateway like localhost:9090"), "{message}");
    }
    assert!(parse("--cluster a:9090 --folder f").is_err());
}
