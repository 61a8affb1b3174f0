//! Tests the recipes of `rowkey/docs/existing_keys.md` that replace another crate: rowkey reads the keys that the crate has
//! written, or copies its rows to keys of rowkey.

use crate::values::{I64, Random, U32, U64, texts};

/// The code between the lines `// page` and `// end` is also on the page, which has hidden lines that begin with `# `.
#[test]
fn the_page_has_the_code_of_these_tests() {
    let packed = |text: &str| text.split_whitespace().collect::<String>().replace(",)", ")");
    let page = include_str!("../../../rowkey/docs/existing_keys.md").lines().filter(|line| !line.starts_with("# "));
    let page = packed(&page.collect::<Vec<_>>().join("\n"));
    let mut blocks = 0;
    for block in include_str!("recipes.rs").split("    // page\n").skip(1) {
        let (code, _) = block.split_once("    // end\n").unwrap();
        assert!(page.contains(&packed(code)), "the page lacks:\n{code}");
        blocks += 1;
    }
    assert_eq!(blocks, 4);
}

fn drawn_texts() -> Vec<String> {
    let mut random = Random::new();
    texts().into_iter().chain((0..50).map(|at| random.text(at % 20))).collect()
}

mod from_storekey {
    // page
    use rowkey::RowKey;
    use rowkey_formats::Storekey;

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(fields = Storekey)]
    struct VisitKey {
        host: String,
        user: Option<i64>,
        at: u64,
    }
    // end

    #[derive(storekey::Encode)]
    struct Stored {
        host: String,
        user: Option<i64>,
        at: u64,
    }

    #[test]
    fn keys_are_the_same_bytes_and_a_range_finds_all_rows_of_a_host() {
        let hosts = super::drawn_texts();
        let users = || std::iter::once(None).chain(super::I64.map(Some));
        let visits = |host: &String| {
            let host = host.clone();
            users().flat_map(move |user| super::U64.map(|at| (host.clone(), user, at)))
        };
        let mut stored = std::collections::BTreeMap::new();
        for (host, user, at) in hosts.iter().flat_map(visits) {
            let bytes = storekey::encode_vec(&Stored { host: host.clone(), user, at }).unwrap();
            let key = VisitKey { host, user, at };
            assert_eq!(key.try_encode().unwrap(), bytes, "{key:?}");
            assert_eq!(VisitKey::decode(&bytes).unwrap(), key);
            stored.insert(bytes, key);
        }
        for host in &hosts {
            let found: Vec<_> = stored.range(VisitKey::prefix().host(host).range()).map(|(_, key)| key).collect();
            let expected: Vec<_> = stored.values().filter(|key| key.host == *host).collect();
            assert_eq!(found, expected, "{host:?}");
        }
    }
}

mod from_native_db {
    // page
    use rowkey::RowKey;
    use rowkey::store::{Rows, RowsError, Write};

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw)]
    struct NoteKey {
        author: String,
        at: i64,
    }

    /// Copies notes, such as those that `scan().primary()?.all()?` of native_db reads.
    fn copy<S: Write>(notes: impl IntoIterator<Item = Note>, rows: &mut Rows<S>) -> Result<(), RowsError<S::Error>> {
        for Note { author, at, text } in notes {
            rows.insert(&NoteKey { author, at }, &text)?;
        }
        Ok(())
    }
    // end

    use old::Note;
    use rowkey::store::Memory;

    mod old {
        use native_db::ToKey;
        use native_model::{Model, native_model};
        use serde::{Deserialize, Serialize};

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[native_model(id = 2, version = 1, with = native_model::postcard_1_0::PostCard)]
        #[native_db::native_db(primary_key(key -> (String, i64)))]
        pub struct Note {
            pub author: String,
            pub at: i64,
            pub text: String,
        }

        impl Note {
            pub fn key(&self) -> (String, i64) {
                (self.author.clone(), self.at)
            }
        }
    }

    #[test]
    fn copied_rows_are_complete_and_in_order() {
        let mut models = native_db::Models::new();
        models.define::<Note>().unwrap();
        let database = native_db::Builder::new().create_in_memory(&models).unwrap();
        let transaction = database.rw_transaction().unwrap();
        let note = |author: &String, at| Note { author: author.clone(), at, text: format!("{author} at {at}") };
        let authors = super::drawn_texts();
        let mut notes: Vec<Note> = authors.iter().flat_map(|author| super::I64.map(|at| note(author, at))).collect();
        for note in &notes {
            transaction.upsert(note.clone()).unwrap();
        }
        transaction.commit().unwrap();

        let mut rows = Rows::new(Memory::new());
        let transaction = database.r_transaction().unwrap();
        let scan = transaction.scan().primary().unwrap();
        copy(scan.all().unwrap().map(Result::unwrap), &mut rows).unwrap();

        notes.sort_by_key(Note::key);
        notes.dedup();
        let copied = rows.scan(NoteKey::prefix()).map(|row| row.unwrap());
        let copied: Vec<Note> = copied.map(|(NoteKey { author, at }, text)| Note { author, at, text }).collect();
        assert_eq!(copied, notes);
    }
}

mod from_bincode_big_endian {
    // page
    use rowkey::RowKey;
    use rowkey_formats::{Ieee754, TwosComplement};

    #[derive(Debug, PartialEq, RowKey)]
    struct PaymentKey {
        customer: u32,
        #[rowkey(codec = TwosComplement<8>)]
        at: i64,
        #[length(u64)]
        shop: String,
        #[rowkey(codec = Ieee754)]
        amount: f64,
        part: Option<u16>,
    }
    // end

    use bincode::Options;

    #[test]
    fn keys_are_the_same_bytes() {
        let options = || bincode::DefaultOptions::new().with_fixint_encoding().with_big_endian();
        let mut random = super::Random::new();
        for shop in super::drawn_texts() {
            for (at, customer) in super::I64.into_iter().zip(super::U32.into_iter().cycle()) {
                let amount = (random.number() as i64) as f64 / 100.0;
                let part = [None, Some(random.number() as u16)][at as usize % 2];
                let bytes = options().serialize(&(customer, at, &shop, amount, part)).unwrap();
                let key = PaymentKey { customer, at, shop: shop.clone(), amount, part };
                assert_eq!(key.try_encode().unwrap(), bytes, "{key:?}");
                assert_eq!(PaymentKey::decode(&bytes).unwrap(), key);
            }
        }
    }
}

mod from_bincode_little_endian {
    // page
    use rowkey::RowKey;
    use rowkey_formats::LittleEndian;

    #[derive(Debug, PartialEq, RowKey)]
    struct StoredKey {
        #[rowkey(codec = LittleEndian<4>)]
        device: u32,
        #[rowkey(codec = LittleEndian<8>)]
        at: u64,
    }

    #[derive(Debug, PartialEq, RowKey)]
    struct ReadingKey {
        device: u32,
        at: u64,
    }
    // end

    use bincode::Options;

    /// The bytes in the table of the page.
    #[test]
    fn integers_are_the_bytes_of_the_page() {
        let fixed = [1_u16, 255, 256].map(|number| bincode::serialize(&number).unwrap());
        assert_eq!(fixed, [[1, 0], [0xFF, 0], [0, 1]]);
        for (number, bytes) in [(1_u16, &[1][..]), (255, &[0xFB, 0xFF, 0]), (256, &[0xFB, 0, 1])] {
            assert_eq!(bincode::DefaultOptions::new().serialize(&number).unwrap(), bytes);
            assert_eq!(bincode_2::encode_to_vec(number, bincode_2::config::standard()).unwrap(), bytes);
        }
    }

    /// `bincode::serialize` writes integers of a fixed width, `DefaultOptions` writes varints.
    #[test]
    fn keys_of_a_fixed_width_are_read_and_varints_are_copied() {
        let mut random = super::Random::new();
        let drawn: Vec<(u32, u64)> = (0..100).map(|_| (random.number() as u32, random.number())).collect();
        let edges = super::U32.into_iter().flat_map(|device| super::U64.map(|at| (device, at)));
        let mut copied = std::collections::BTreeMap::new();
        for (device, at) in edges.chain(drawn) {
            let fixed = bincode::serialize(&(device, at)).unwrap();
            assert_eq!(StoredKey::decode(&fixed).unwrap(), StoredKey { device, at });
            assert_eq!(StoredKey { device, at }.encode().to_vec(), fixed);

            let varints = bincode::DefaultOptions::new().serialize(&(device, at)).unwrap();
            let (device, at) = bincode::DefaultOptions::new().deserialize(&varints).unwrap();
            copied.insert(ReadingKey { device, at }.encode(), (device, at));
        }
        assert!(copied.values().is_sorted(), "{copied:?}");
    }
}
