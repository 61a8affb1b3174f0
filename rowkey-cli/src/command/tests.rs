//! Tests the command `rowkey`, from its arguments to its exit code.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::ffi::OsString;

use rowkey::{KeySpace, Layout, RowKey};
use rowkey_cli::FileLayout;
use tempfile::TempDir;

use crate::sampled::{self, SortedKeys};

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = 3)]
    #[pad(6)]
    customer: u32,
    #[descending]
    payment: u16,
    note: String,
}

struct Finished {
    code: u8,
    out: String,
    err: String,
}

fn run(args: &[&str], input: &str) -> Finished {
    run_with(args, input.as_bytes())
}

fn run_with(args: &[&str], input: &[u8]) -> Finished {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["rowkey"].iter().chain(args).map(OsString::from);
    let code = crate::run(args, input, &mut out, &mut err, None);
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    Finished { code, out: text(out), err: text(err) }
}

/// Runs the command with a layout file in place of `LAYOUT`.
fn run_on(layout: &str, args: &[&str], input: impl AsRef<[u8]>) -> Finished {
    let folder = TempDir::new().expect("there is a temporary folder");
    let path = folder.path().join("layout.json");
    std::fs::write(&path, layout).expect("it can be written");
    let path = path.to_str().expect("it is text");
    let args: Vec<&str> = args.iter().map(|arg| if *arg == "LAYOUT" { path } else { arg }).collect();
    run_with(&args, input.as_ref())
}

fn file_of(layout: &Layout) -> String {
    serde_json::to_string(&FileLayout(layout.clone())).unwrap()
}

fn run_payment(args: &[&str], input: &str) -> Finished {
    run_on(&file_of(PaymentKey::LAYOUT), args, input)
}

fn key() -> Vec<u8> {
    PaymentKey { customer: 123, payment: 7, note: "a b".into() }.try_encode().unwrap()
}

fn hex(bytes: &[u8]) -> String {
    rowkey_cli::Notation::Hex.write(bytes)
}

#[test]
fn explain_reads_keys_in_every_notation() {
    use rowkey_cli::Notation;
    for (notation, from) in [(Notation::Hex, "hex"), (Notation::HbaseShell, "hbase"), (Notation::Base64, "base64")] {
        let ran = run_payment(&["explain", "LAYOUT", &notation.write(&key()), "--from", from], "");
        assert_eq!((ran.code, &*ran.err), (0, ""));
        assert!(ran.out.contains(&PaymentKey::explain(&key()).to_string()), "{}", ran.out);
    }
}

#[test]
fn explain_reads_lines_if_there_are_no_arguments_and_returns_1_for_an_invalid_key() {
    let ran = run_payment(&["explain", "LAYOUT"], &format!("{}\n0x00\n", hex(&key())));
    assert_eq!((ran.code, &*ran.err), (1, ""));
    assert!(ran.out.contains("0x00: not a key of PaymentKey: field `customer` at byte 1: "), "{}", ran.out);
    assert_eq!(run_payment(&["explain", "LAYOUT"], "").code, 0);
}

#[test]
fn explain_reads_the_keys_of_a_file() {
    let folder = TempDir::new().expect("there is a temporary folder");
    let path = folder.path().join("keys.txt");
    std::fs::write(&path, format!("{}\n0x00\n", hex(&key()))).expect("it can be written");
    let path = path.to_str().expect("it is text");
    let ran = run_payment(&["explain", "LAYOUT", "--file", path], "");
    let lines = run_payment(&["explain", "LAYOUT"], &format!("{}\n0x00\n", hex(&key())));
    assert_eq!((ran.code, ran.out, ran.err), (1, lines.out, lines.err));

    let ran = run_payment(&["explain", "LAYOUT", path], "");
    let message = format!("error: `{path}` is a file; help: --file {path} explains the keys in it\n");
    assert_eq!((ran.code, ran.err), (2, message));
}

/// An empty line is the key without bytes, which a table can contain. So it is not skipped.
#[test]
fn an_empty_line_is_the_empty_key() {
    let ran = run_payment(&["explain", "LAYOUT"], "\n");
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("\"\": not a key of PaymentKey: "), "{}", ran.out);
}

#[test]
fn explain_prints_json_lines() {
    let ran = run_payment(&["explain", "--json", "LAYOUT"], &format!("{}\n0x00\n", hex(&key())));
    assert_eq!(ran.code, 1);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["ok"], true);
    assert_eq!(lines[0]["parts"][1]["value"], "123");
    assert_eq!(lines[1]["ok"], false);
    assert_eq!(lines[1]["problem"]["field"], "customer");
    let ran = run_space(&["explain", "--json", "LAYOUT", "0x6f2f"]);
    let problem = r#"{"field":"order","offset":2,"reason":"expected 1 byte, but the key ends here"}"#;
    let parts = [
        r#"{"kind":"namespace","name":"namespace","offset":0,"bytes":"6f2f","value":"\"o/\"","note":null,"problem":null}"#,
        &format!(
            r#"{{"kind":"field","name":"order","offset":2,"bytes":"","value":null,"note":null,"problem":{problem}}}"#
        ),
    ];
    let start = r#"{"key":"0x6f2f","ok":false,"layout":"OrderKey""#;
    assert_eq!(ran.out, format!("{start},\"problem\":{problem},\"parts\":[{}]}}\n", parts.join(",")));
}

#[test]
fn a_key_in_another_notation_is_invalid_input() {
    let ran = run_payment(&["explain", "LAYOUT", "0x0g"], "");
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err, "error: key `0x0g`: invalid hex at byte 3 of the text: 'g' is not a digit\n");
    let ran = run_payment(&["explain", "LAYOUT"], "00\n0x0g\n");
    assert!(ran.err.starts_with("error: line 2: invalid hex at byte 3"), "{}", ran.err);
    assert!(ran.out.starts_with("00: not a key"), "{}", ran.out);
}

#[test]
fn a_line_that_is_not_text_is_invalid_input() {
    let file = file_of(PaymentKey::LAYOUT);
    let ran = run_on(&file, &["explain", "LAYOUT"], b"00\n\xFF\xFE\n");
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err, "error: line 2 of standard input is not text: write raw bytes in hex, one key per line\n");
}

#[test]
fn range_prints_the_typed_range() {
    let ran = run_payment(&["range", "LAYOUT", "customer=123", "payment=7", "--to", "hex"], "");
    let range = PaymentKey::prefix().customer(123).payment(7).range();
    assert_eq!(ran.out, format!("{}\t{}\n", hex(range.start()), hex(range.end().unwrap())));
    assert_eq!((ran.code, &*ran.err), (0, ""));

    let ran = run_payment(&["range", "LAYOUT", "customer=123", "payment=7", "note=a=b"], "");
    assert!(ran.out.starts_with(r"\x0"), "{}", ran.out);
    assert!(ran.out.ends_with("a=b\\x00\n"), "{}", ran.out);
}

#[test]
fn range_prints_one_line_per_bucket() {
    let ran = run_payment(&["range", "LAYOUT", "--to", "hex"], "");
    assert_eq!(ran.out, "00\t01\n01\t02\n02\t03\n");
}

#[test]
fn range_prints_json_lines() {
    let ran = run_payment(&["range", "LAYOUT", "--json", "--to", "hex"], "");
    assert_eq!(
        ran.out,
        "{\"start\":\"00\",\"end\":\"01\"}\n{\"start\":\"01\",\"end\":\"02\"}\n{\"start\":\"02\",\"end\":\"03\"}\n"
    );
    assert_eq!((ran.code, &*ran.err), (0, ""));
}

#[derive(RowKey)]
struct CountKey(u8);

#[test]
fn range_of_all_keys_has_no_upper_bound_in_json() {
    let file = file_of(CountKey::LAYOUT);
    let ran = run_on(&file, &["range", "LAYOUT", "--json"], "");
    assert_eq!(ran.out, "{\"start\":\"\",\"end\":null}\n");
}

#[test]
fn range_names_the_field_that_is_unknown_or_out_of_order() {
    let ran = run_payment(&["range", "LAYOUT", "payment=7"], "");
    assert_eq!(ran.err, "error: field `payment`: first give a value to `customer`, which comes before this field\n");
    assert_eq!((ran.code, &*ran.out), (2, ""));
    let ran = run_payment(&["range", "LAYOUT", "custmer=7"], "");
    assert!(ran.err.contains("there is no field `custmer` in PaymentKey: its fields are customer, payment, note"));
    let ran = run_payment(&["range", "LAYOUT", "customer=1234567"], "");
    assert!(ran.err.contains("field `customer`: 1234567 has 7 digits, but the key holds only 6"), "{}", ran.err);
    let ran = run_payment(&["range", "LAYOUT", "customer"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("write it as FIELD=VALUE, like customer=123"), "{}", ran.err);
}

#[test]
fn layout_prints_the_table_and_the_fingerprint() {
    let ran = run_payment(&["layout", "LAYOUT"], "");
    assert_eq!(ran.code, 0);
    let fingerprint = PaymentKey::LAYOUT.fingerprint();
    assert_eq!(ran.out, format!("{}fingerprint 0x{fingerprint:016x}\n", PaymentKey::LAYOUT));
}

#[test]
fn layout_prints_the_file_in_full_as_json() {
    let file = serde_json::to_string_pretty(&FileLayout(PaymentKey::LAYOUT.clone())).unwrap() + "\n";
    let by_hand = file.lines().filter(|line| !line.contains("fingerprint")).collect::<String>();
    let ran = run_on(&by_hand, &["layout", "LAYOUT", "--json"], "");
    assert_eq!((ran.code, &*ran.err, ran.out), (0, "", file));
}

#[derive(RowKey)]
#[rowkey(namespace = "o/")]
struct OrderKey {
    order: u8,
}

#[derive(RowKey)]
#[rowkey(namespace = "c/")]
struct CustomerKey {
    name: String,
}

#[derive(KeySpace)]
enum Row {
    Order(OrderKey),
    Customer(CustomerKey),
}

fn space_file() -> String {
    let layouts: Vec<_> = Row::LAYOUTS.iter().map(|layout| FileLayout((*layout).clone())).collect();
    serde_json::to_string_pretty(&layouts).unwrap() + "\n"
}

fn run_space(args: &[&str]) -> Finished {
    run_on(&space_file(), args, "")
}

#[test]
fn the_layouts_of_a_key_space_are_read_from_one_file() {
    let keys = [Row::Order(OrderKey { order: 7 }), Row::Customer(CustomerKey { name: "Ada".into() })];
    let keys = keys.map(|key| key.try_encode().unwrap());
    let ran = run_space(&["explain", "LAYOUT", &hex(&keys[0]), &hex(&keys[1]), "0x782f"]);
    assert_eq!((ran.code, &*ran.err), (1, ""));
    for key in [&keys[0][..], &keys[1], b"x/"] {
        assert!(ran.out.contains(&Row::explain(key).to_string()), "{}", ran.out);
    }

    let ran = run_space(&["layout", "LAYOUT"]);
    let tables = Row::LAYOUTS.iter().map(|layout| format!("{layout}fingerprint 0x{:016x}\n", layout.fingerprint()));
    assert_eq!(ran.out, tables.collect::<Vec<_>>().join("\n"));
    let ran = run_space(&["layout", "LAYOUT", "--json"]);
    assert_eq!(ran.out, space_file());
}

#[test]
fn a_range_of_a_key_space_names_the_key() {
    let ran = run_space(&["range", "LAYOUT", "--key", "CustomerKey", "name=Ada"]);
    assert_eq!((ran.code, &*ran.out), (0, "c/Ada\tc/Ada\\x00\n"));
    let ran = run_space(&["range", "LAYOUT", "name=Ada"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (2, "error: the file holds several layouts: choose one with --key: OrderKey, CustomerKey\n")
    );
    let ran = run_space(&["range", "LAYOUT", "--key", "Orders"]);
    assert_eq!(ran.err, "error: there is no layout `Orders` in the file; it holds OrderKey, CustomerKey\n");
    assert_eq!(run_payment(&["range", "LAYOUT", "--key", "PaymentKey", "customer=1"], "").code, 0);
}

#[test]
fn layouts_with_conflicting_namespaces_are_invalid() {
    let layouts = format!("[{}, {}]", file_of(OrderKey::LAYOUT), file_of(PaymentKey::LAYOUT));
    let ran = run_on(&layouts, &["explain", "LAYOUT", "00"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("the namespaces of OrderKey and PaymentKey do not distinguish their keys"), "{}", ran.err);
    let ran = run_on("[1]", &["layout", "LAYOUT"], "");
    assert!(ran.err.contains("is not a layout file: invalid type: integer `1`, expected a layout at"), "{}", ran.err);
    let ran = run_on("[]", &["layout", "LAYOUT"], "");
    assert!(ran.err.contains("is not a layout file: the list holds no layout"), "{}", ran.err);
}

#[test]
fn a_file_that_is_not_a_layout_is_invalid_input() {
    let ran = run(&["layout", "no-such-file.json"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: cannot read the layout file no-such-file.json: "), "{}", ran.err);
    let ran = run_on("{}", &["layout", "LAYOUT"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("is not a layout file: missing field `rowkey_layout`"), "{}", ran.err);
}

/// A file that was written by hand names a format. A layout with a format that the command does not know is read all the same.
#[test]
fn a_layout_file_may_contain_only_the_name_of_a_format() {
    let file = |format: &str| {
        let of = r#"{"kind": "optional", "of": {"kind": "text"}}"#;
        let field = format!(r#"{{"name": "user", "kind": "format", "format": {format}, "of": {of}}}"#);
        format!(r#"{{"rowkey_layout": 1, "name": "K", "fields": [{field}, {{"name": "n", "kind": "bool"}}]}}"#)
    };
    let ran = run_on(&file(r#""FoundationDB""#), &["explain", "LAYOUT", "\\x02ann\\x00\\x01"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("\"ann\"") && ran.out.contains("true"), "{}", ran.out);
    let ran = run_on(&file(r#""Nobody's""#), &["explain", "LAYOUT", "\\x02ann\\x00\\x01"], "");
    assert!(ran.err.contains("`Nobody's` is not the name of a format that has such values"), "{}", ran.err);
    let ran = run_on(&file(r#"{"name": "Nobody's", "widths": [2, 2]}"#), &["explain", "LAYOUT", "\\x02a\\x01"], "");
    assert!(ran.out.contains("0x0261") && ran.out.contains("in the format Nobody's"), "{}", ran.out);
    // Without a known end, no later field is read.
    let ran = run_on(&file(r#"{"name": "Nobody's", "widths": [2, null]}"#), &["explain", "LAYOUT", "\\x02a\\x01"], "");
    assert!(ran.out.contains("026101") && ran.out.contains("(not reached)"), "{}", ran.out);
}

/// The key in the example on the front page of the documentation, which `payments.json` describes.
#[derive(RowKey)]
struct PaidKey {
    #[salt(md5, 2)]
    #[pad(6)]
    customer: u32,
    #[descending]
    paid_at: i64,
    payment: u64,
}

/// Runs every command that the help shows, with `payments.json` from this folder.
#[test]
fn the_examples_of_the_help_can_be_typed() {
    let file = include_str!("../../data/payments.json");
    let FileLayout(described) = serde_json::from_str(file).unwrap();
    assert_eq!(described.fingerprint(), PaidKey::LAYOUT.fingerprint());

    let keys: Vec<String> = (0..20)
        .map(|number| PaidKey {
            customer: 123 + 7 * number,
            paid_at: 1_364_248_490_000,
            payment: (number * number).into(),
        })
        .map(|key| rowkey_cli::Notation::HbaseShell.write(&key.try_encode().unwrap()))
        .collect();
    let lines = crate::cli::EXAMPLES.lines().filter_map(|line| line.strip_prefix("  rowkey "));
    // The page `look_at_your_data.md` has these commands, and `store_tests` runs them.
    let lines = lines.filter(|line| !line.contains("chat.redb"));
    let outputs: Vec<String> = lines
        .map(|line| {
            let line = line.trim_end_matches(" < keys.txt");
            let args: Vec<&str> =
                line.split(' ').map(|arg| if arg == "payments.json" { "LAYOUT" } else { arg }).collect();
            let ran = run_on(file, &args, keys.join("\n"));
            assert_eq!((ran.code, &*ran.err), (0, ""), "{line}");
            ran.out
        })
        .collect();
    let range = PaidKey::prefix().customer(123).range();
    let expected = [
        &*PaidKey::LAYOUT.to_string().replace("PaidKey", "PaymentKey"),
        "1364248490000",
        "\"value\":\"1364248490000\"",
        &*format!("{}\t{}\n", hex(range.start()), hex(range.end().unwrap())),
        "    #[salt(md5, 2)]\n    #[pad(6)]\n    number_1: u32,\n",
    ];
    assert_eq!(outputs.len(), expected.len());
    for (output, expected) in outputs.iter().zip(expected) {
        assert!(output.contains(expected), "{output}");
    }
}

#[test]
fn guess_prints_a_struct_its_confidence_and_the_keys() {
    let input = "ann/1\nbob/2\n\ncarl/3\ndora/4\neve/5\n";
    let ran = run(&["guess", "--show", "1"], input);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert_eq!(
        ran.out,
        r#"#[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
#[rowkey(delimiter = '/')]
struct GuessedKey {
    text_1: String,
    #[pad(1)]
    number_2: u32,
}

  part      sure  reading
  text_1    86 %  text
  number_2  64 %  a number in 1 digit

The guess compared only 5 different keys. What they have in common can be a coincidence.
help: take 20 or more keys from all over the table

a key of GuessedKey
  part      offset  hex       hbase shell  value
  text_1    0       616e6e2f  ann/         "ann"
  number_2  4       31        1            1

"#
    );
    let layout = run(&["guess", "--json"], input).out;
    let ran = run_on(&layout, &["explain", "LAYOUT"], input.replace("\n\n", "\n"));
    assert_eq!((ran.code, &*ran.err), (0, ""));

    let ran = run(&["guess"], "ann\nann\n");
    assert_eq!((ran.code, &*ran.err), (2, "error: a guess needs at least two different keys, better twenty\n"));
    let ran = run(&["guess"], "ann\n0x0\n");
    assert!(ran.err.starts_with("error: line 2: "), "{}", ran.err);
}

/// The shell prints the byte 20 as a space. `BufRead::lines` removes both characters of a line end of Windows.
#[test]
fn guess_reads_the_qualifiers_of_wide_rows() {
    let cells =
        || (0..40_u32).map(|n| ((n * 7_919 % 600).to_be_bytes(), (n * 1_237 % 3_600 * 65_536 + n).to_be_bytes()));
    let shell = |bytes: &[u8]| rowkey_cli::Notation::HbaseShell.write(bytes);
    let lines: String = cells().map(|(row, qualifier)| format!("{}\t{}\n", shell(&row), shell(&qualifier))).collect();
    let ran = run(&["guess", "--wide", "--from", "hbase", "--show", "1"], &lines);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("    number_1: u32,\n    #[rowkey(sort_key)]\n"), "{}", ran.out);
    assert!(ran.out.contains("; the qualifier begins here\n"), "{}", ran.out);
    let ran = run(&["guess", "--wide"], "ann\nbob\n");
    assert_eq!((ran.code, &*ran.err), (2, "error: line 1: no tab is between the row and the qualifier\n"));
}

#[test]
fn guess_keeps_spaces_at_both_ends_of_a_key_in_the_notation_of_the_shell() {
    use rowkey_cli::Notation;
    let keys: Vec<Vec<u8>> = (0..20_u8).map(|n| [&[0, 12 * n], &b"a b"[..], &[0x20 + n % 3]].concat()).collect();
    let keys = keys.iter().chain([&b" \x01a b "[..].to_vec()]).cloned().collect::<Vec<_>>();
    let written = |notation: Notation, line_end: &str| -> String {
        keys.iter().flat_map(|key| [notation.write(key), line_end.to_owned()]).collect()
    };
    let expected = run(&["guess"], &written(Notation::Hex, "\n"));
    assert_eq!((expected.code, &*expected.err), (0, ""));
    for line_end in ["\n", "\r\n", "\n\n"] {
        for from in ["guess", "hbase"] {
            let ran = run(&["guess", "--from", from], &written(Notation::HbaseShell, line_end));
            assert!(ran.code == 0 && ran.out == expected.out, "{line_end:?} {from}: {}{}", ran.out, ran.err);
        }
        for (notation, from) in [(Notation::Hex, "guess"), (Notation::Hex, "hex"), (Notation::Base64, "base64")] {
            let ran = run(&["guess", "--from", from], &written(notation, &format!(" \t{line_end} ")));
            assert!(ran.code == 0 && ran.out == expected.out, "{line_end:?} {from}: {}{}", ran.out, ran.err);
        }
    }
    let spaces = run(&["guess", "--from", "hbase", "--show", "9"], " \n  \n   \n");
    assert!(spaces.out.matches("a key of GuessedKey").count() == 3, "{}{}", spaces.out, spaces.err);
}

/// The first byte of these keys is the kind of the row.
#[test]
fn guess_proposes_a_key_space_for_several_kinds_of_keys() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut keys = Vec::new();
    for number in 0..10_u64 {
        let hash: [u8; 32] = std::array::from_fn(|_| random.u8(..));
        keys.push([b"h", &(number * 7_919).to_be_bytes()[..], &hash].concat());
        keys.push([&b"l"[..], &hash].concat());
    }
    let mut input: Vec<String> = keys.iter().map(|key| hex(key)).collect();
    let ran = run(&["guess", "--show", "1"], &input.join("\n"));
    assert_eq!((ran.code, &*ran.err), (0, ""));
    for code in [
        "namespace = \"h\")]\nstruct GuessedKey1 {\n    number_1: u64,\n    bytes_2: [u8; 32],\n}\n",
        "namespace = \"l\")]\nstruct GuessedKey2 {\n    bytes_1: [u8; 32],\n}\n",
        "rowkey::KeySpace)]\nenum GuessedSpace {\n    Kind1(GuessedKey1),\n    Kind2(GuessedKey2),\n}\n",
    ] {
        assert!(ran.out.contains(code), "{}", ran.out);
    }
    let layouts = run(&["guess", "--json"], &input.join("\n")).out;
    assert_eq!(run_on(&layouts, &["explain", "LAYOUT"], input.join("\n")).code, 0);

    // The keys of the third kind are too few for a struct.
    input.extend(["6300000001".to_owned(), "63ab".to_owned()]);
    let ran = run(&["guess"], &input.join("\n"));
    assert!(ran.code == 0 && ran.out.contains("help: give the command the keys of one kind"), "{}", ran.out);
}

#[test]
fn guess_reads_the_keys_of_a_redb_table() {
    let folder = TempDir::new().expect("there is a temporary folder");
    let path = folder.path().join("rows.redb");
    let database = redb::Database::create(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    let rows = redb::TableDefinition::<&[u8], &[u8]>::new("rows");
    for number in 0..20_u8 {
        transaction.open_table(rows).unwrap().insert(&[b'n', number][..], &[][..]).unwrap();
    }
    let many = redb::TableDefinition::<&[u8], u64>::new("many");
    for number in 0..3_000_u16 {
        transaction.open_table(many).unwrap().insert(&number.to_be_bytes()[..], 0).unwrap();
    }
    transaction.commit().unwrap();
    drop(database);
    let path = path.to_str().expect("it is text");
    let ran = run(&["guess", path, "--table", "many"], "");
    assert!(ran.out.contains("struct GuessedKey {\n    number_1: u16,\n"), "{}{}", ran.out, ran.err);
    let ran = run(&["guess", path, "--table", "rows"], "");
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert!(ran.out.contains("#[rowkey(namespace = \"n\")]\nstruct GuessedKey {\n    number_1: u8,\n"), "{}", ran.out);
    let ran = run(&["guess", path, "--table", "row"], "");
    assert!(ran.err.ends_with("there is no table `row`; the tables are many, rows\n"), "{}", ran.err);
}

#[test]
fn guess_is_less_sure_with_fewer_keys() {
    let sure = |count: usize| {
        let keys: Vec<String> = (0..count).map(|number| format!("order-{:04}", number * 137 % 9_000)).collect();
        let ran = run(&["guess"], &keys.join("\n"));
        assert_eq!((ran.code, &*ran.err, ran.out.contains("only")), (0, "", count < 20), "{}", ran.out);
        let parts = ran.out.lines().filter(|line| line.contains(" %  "));
        parts.map(|line| line.split_once('%').unwrap().0[12..].trim().parse().unwrap()).collect::<Vec<u32>>()
    };
    let [two, three, ten, many] = [2, 3, 10, 64].map(sure);
    let most = |parts: &[u32]| parts.iter().max().copied().unwrap_or(0);
    assert!(most(&two) <= 75 && most(&three) <= 80 && most(&ten) <= 92, "{two:?} {three:?} {ten:?}");
    assert!(many.iter().all(|sure| *sure >= 95), "{many:?}");
}

/// A table that counts how often it is read.
struct Counted {
    keys: std::collections::BTreeSet<Vec<u8>>,
    reads: usize,
}

impl SortedKeys for Counted {
    fn keys_from(&mut self, start: &[u8], limit: usize) -> anyhow::Result<Vec<Vec<u8>>> {
        self.reads += 1;
        Ok(self.keys.range(start.to_vec()..).take(limit).cloned().collect())
    }

    fn last_before(&mut self, end: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
        self.reads += 1;
        if end.is_empty() {
            return Ok(self.keys.last().cloned());
        }
        Ok(self.keys.range(..end.to_vec()).next_back().cloned())
    }
}

#[test]
fn samples_come_from_all_over_a_table() {
    let customer = |key: &Vec<u8>| key[1..5].to_vec();
    let keys = (0..200_u32).flat_map(|customer| {
        (0..500_u16).map(move |order| [&b"o"[..], &(customer * 7).to_be_bytes(), &order.to_be_bytes()].concat())
    });
    let mut table = Counted { keys: keys.collect(), reads: 0 };
    let samples = sampled::sample(&mut table).unwrap();
    assert!(samples.iter().all(|key| table.keys.contains(key)));
    assert!(samples.contains(table.keys.first().unwrap()) && samples.contains(table.keys.last().unwrap()));
    let customers: std::collections::BTreeSet<Vec<u8>> = samples.iter().map(customer).collect();
    let orders: std::collections::BTreeSet<&[u8]> = samples.iter().map(|key| &key[5..]).collect();
    assert!(customers.len() >= 50 && orders.len() >= 30, "{} customers, {} orders", customers.len(), orders.len());
    assert!(table.reads < 300, "{} reads", table.reads);

    // A small table is taken whole, and the keys of two groups with a large gap between them are found in few reads.
    let mut small = Counted { keys: (0..9_u8).map(|byte| vec![byte]).collect(), reads: 0 };
    assert_eq!((sampled::sample(&mut small).unwrap().len(), small.reads), (9, 2));
    let groups = [0_u8, 0xFF].into_iter().flat_map(|group| (0..2_000_u16).map(move |at| (group, at)));
    let keys = groups.map(|(group, at)| [&[group; 9][..], &at.to_be_bytes()].concat());
    let mut groups = Counted { keys: keys.collect(), reads: 0 };
    let samples = sampled::sample(&mut groups).unwrap();
    let many = |group: u8| samples.iter().filter(|key| key[0] == group).count() > 20;
    assert!(many(0) && many(0xFF) && groups.reads < 300, "{}", groups.reads);
}

#[test]
#[cfg(not(feature = "hbase"))]
fn guess_says_how_to_read_a_table_of_hbase() {
    let ran = run(&["guess", "--hbase", "localhost:9090", "--table", "orders"], "");
    assert!(ran.code == 2 && ran.err.contains("cargo install --path rowkey-cli --features hbase"), "{}", ran.err);
}

#[test]
#[cfg(feature = "hbase")]
fn guess_says_that_no_gateway_answers() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let ran = run(&["guess", "--hbase", &free, "--table", "orders"], "");
    assert!(
        ran.code == 2 && ran.err.contains("help: start a gateway where HBase runs: `hbase thrift start`"),
        "{}",
        ran.err
    );
}

#[test]
fn help_and_mistakes_on_the_command_line_read_well() {
    let help = run(&["--help"], "");
    assert_eq!(help.code, 0);
    for said in ["explain", "range", "layout", "Exit code: 0 for success, 1 if a key or a row is damaged"] {
        assert!(help.out.contains(said), "{}", help.out);
    }
    for args in [&[][..], &["explan"], &["explain"], &["explain", "LAYOUT", "--from", "octal"]] {
        assert_eq!(run(args, "").code, 2, "{args:?}");
    }
}
