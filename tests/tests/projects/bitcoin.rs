//! Keys of Bitcoin and its relatives: nodes, wallets and explorers. The comments name each project's functions that
//! write the keys or scan the ranges.

use crate::{assert_prefix_range, assert_range, assert_row};
use rowkey::{KeyField, KeySpace, RowKey};

/// `lightningnetwork/lnd`, `graph/db/kv_store.go`: `edgeUpdateIndexBucket` and `putChanEdgePolicy`.
#[test]
fn lnd() {
    #[derive(Debug, PartialEq, RowKey)]
    struct UpdateKey {
        updated: u64,
        channel: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct PolicyKey {
        node: [u8; 33],
        channel: u64,
    }

    assert_row(&UpdateKey { updated: 1_600_000_000, channel: 258 }, "000000005f5e1000 0000000000000102");
    assert_row(&PolicyKey { node: [0x02; 33], channel: 258 }, "02*33 0000000000000102");
    // `ChanUpdatesInHorizon` scans from a start time to an end time.
    assert_range(
        &UpdateKey::prefix().updated_in(1_600_000_000..1_600_000_060).range(),
        "000000005f5e1000",
        "000000005f5e103c",
        &["000000005f5e1000 0000000000000000", "000000005f5e103b ffffffffffffffff"],
        &["000000005f5e0fff ffffffffffffffff", "000000005f5e103c 0000000000000000"],
    );
    assert_prefix_range(
        &PolicyKey::prefix().node([0x02; 33]).range(),
        "02*33",
        &["02*33 ff*8"],
        &["03*33 00*8", "02*32 03 00*8"],
    );
}

/// `btcsuite/btcwallet`, `wtxmgr/db.go`, `keyCredit`.
#[test]
fn btcwallet() {
    #[derive(Debug, PartialEq, RowKey)]
    struct CreditKey {
        transaction: [u8; 32],
        height: u32,
        block: [u8; 32],
        output: u32,
    }

    let key = CreditKey { transaction: [0xAA; 32], height: 258, block: [0xBB; 32], output: 1 };
    assert_row(&key, "aa*32 00000102 bb*32 00000001");
    // `makeReadCreditIterator` scans the credits of a transaction record.
    assert_prefix_range(
        &CreditKey::prefix().transaction([0xAA; 32]).height(258).block([0xBB; 32]).range(),
        "aa*32 00000102 bb*32",
        &["aa*32 00000102 bb*32 00000000", "aa*32 00000102 bb*32 ffffffff"],
        &["aa*32 00000102 bc*32 00000000", "aa*32 00000103 bb*32 00000000"],
    );
}

/// `Blockstream/electrs`, `src/new_index/schema.rs`: `TxConfRow::into_row` and `TxHistoryRow::into_row`, which writes
/// numbers in big-endian, and the number of a variant in four bytes.
#[test]
fn electrs() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "C")]
    struct ConfirmationKey {
        transaction: [u8; 32],
        block: [u8; 32],
    }
    #[derive(Debug, PartialEq, KeyField)]
    enum Entry {
        #[code(0u32)]
        Funding { transaction: [u8; 32], output: u16, value: u64 },
        #[code(1u32)]
        Spending { transaction: [u8; 32], input: u16, previous: [u8; 32], output: u16, value: u64 },
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "H")]
    struct HistoryKey {
        script: [u8; 32],
        height: u32,
        entry: Entry,
    }

    /// `TxEdgeRow`, in little-endian
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "S")]
    struct EdgeKey {
        funding: [u8; 32],
        #[rowkey(codec = rowkey_formats::LittleEndian<2>)]
        output: u16,
        spending: [u8; 32],
        #[rowkey(codec = rowkey_formats::LittleEndian<2>)]
        input: u16,
    }

    let edge = EdgeKey { funding: [0xAA; 32], output: 258, spending: [0xBB; 32], input: 3 };
    assert_row(&edge, "'S' aa*32 0201 bb*32 0300");
    assert_prefix_range(
        &EdgeKey::prefix().funding([0xAA; 32]).output(258).range(),
        "'S' aa*32 0201",
        &["'S' aa*32 0201 bb*32 0300"],
        &["'S' aa*32 0301 bb*32 0300"],
    );
    assert_row(&ConfirmationKey { transaction: [0xAA; 32], block: [0xBB; 32] }, "'C' aa*32 bb*32");
    let entry = Entry::Funding { transaction: [0xBB; 32], output: 1, value: 50_000 };
    assert_row(
        &HistoryKey { script: [0xAA; 32], height: 258, entry },
        "'H' aa*32 00000102 00000000 bb*32 0001 000000000000c350",
    );
    let (transaction, previous) = ([0xBB; 32], [0xCC; 32]);
    let entry = Entry::Spending { transaction, input: 2, previous, output: 1, value: 50_000 };
    assert_row(
        &HistoryKey { script: [0xAA; 32], height: 258, entry },
        "'H' aa*32 00000102 00000001 bb*32 0002 cc*32 0001 000000000000c350",
    );
    // `TxConfRow::filter`
    assert_prefix_range(
        &ConfirmationKey::prefix().transaction([0xAA; 32]).range(),
        "'C' aa*32",
        &["'C' aa*32 bb*32"],
        &["'C' ab*32 bb*32", "'D' aa*32"],
    );
    // `history_iter_scan` from a height on
    assert_range(
        &HistoryKey::prefix().script([0xAA; 32]).height_in(258..).range(),
        "'H' aa*32 00000102",
        "'H' aa*31 ab",
        &["'H' aa*32 00000102 00000000", "'H' aa*32 ffffffff 00000001 ff*99"],
        &["'H' aa*32 00000101 00000001", "'H' aa*31 ab 00000102", "'C' aa*32 00000102"],
    );
}

/// `bitcoin/bitcoin`, `src/index/blockfilterindex.cpp`: `DBHeightKey` and `DBHashKey`.
#[test]
fn bitcoin_filters() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "t")]
    struct HeightKey {
        height: u32,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "s")]
    struct HashKey {
        hash: [u8; 32],
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Row {
        Height(HeightKey),
        Hash(HashKey),
    }

    assert_row(&HeightKey { height: 500_000 }, "'t' 0007a120");
    assert_row(&HashKey { hash: [0xAA; 32] }, "'s' aa*32");
    assert_eq!(Row::decode(&crate::bytes("'t' 0007a120")), Ok(Row::Height(HeightKey { height: 500_000 })));
    // `LookupRange` reads the filters from one height to another.
    assert_range(
        &HeightKey::prefix().height_in(500_000..=500_002).range(),
        "'t' 0007a120",
        "'t' 0007a123",
        &["'t' 0007a120", "'t' 0007a122"],
        &["'t' 0007a123", "'s' aa*32"],
    );
}

/// `ZcashFoundation/zebra`, `zebra-state/src/service/finalized_state/disk_format/transparent.rs`,
/// `IntoDisk for AddressTransaction`.
#[test]
fn zebra() {
    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    struct Output {
        #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
        height: u32,
        transaction: u16,
        #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
        output: u32,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct AddressTransactionKey {
        address: Output,
        #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
        height: u32,
        transaction: u16,
    }

    let address = Output { height: 258, transaction: 3, output: 1 };
    assert_row(&AddressTransactionKey { address, height: 1_687_104, transaction: 7 }, "000102 0003 000001 19be40 0007");
    // The transactions of an address in blocks from a height on
    assert_range(
        &AddressTransactionKey::prefix().address(address).height_in(259..).range(),
        "000102 0003 000001 000103",
        "000102 0003 000002",
        &["000102 0003 000001 000103 0000", "000102 0003 000001 19be40 0007"],
        &["000102 0003 000001 000102 ffff", "000102 0003 000002 19be40 0007"],
    );
}

/// `bitcoin/bitcoin`, `src/txdb.cpp`, `CoinEntry`.
#[test]
fn bitcoin() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "C")]
    struct CoinKey {
        transaction: [u8; 32],
        #[rowkey(codec = rowkey_formats::BitcoinVarint)]
        output: u32,
    }

    assert_row(&CoinKey { transaction: [0xAA; 32], output: 127 }, "'C' aa*32 7f");
    assert_row(&CoinKey { transaction: [0xAA; 32], output: 128 }, "'C' aa*32 8000");
    assert_row(&CoinKey { transaction: [0xAA; 32], output: 300 }, "'C' aa*32 812c");
    // The coins of a transaction, and the cursor over all coins
    assert_prefix_range(
        &CoinKey::prefix().transaction([0xAA; 32]).range(),
        "'C' aa*32",
        &["'C' aa*32 812c"],
        &["'C' ab*32 00"],
    );
    assert_prefix_range(&CoinKey::all(), "'C'", &["'C' aa*32 00"], &["'B'", "'D' aa*32 00"]);
}

/// `dashpay/dash`, `src/addressindex.h`, `CAddressIndexKey`, after the `a` of `src/txdb.cpp`.
#[test]
fn dash() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "a")]
    struct AddressKey {
        kind: u8,
        address: [u8; 20],
        height: u32,
        position: u32,
        transaction: [u8; 32],
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        index: u32,
        spending: bool,
    }

    let key = AddressKey {
        kind: 1,
        address: [0xAA; 20],
        height: 258,
        position: 3,
        transaction: [0xBB; 32],
        index: 258,
        spending: true,
    };
    assert_row(&key, "'a' 01 aa*20 00000102 00000003 bb*32 02010000 01");
    // `ReadAddressIndex` from one height to another
    assert_range(
        &AddressKey::prefix().kind(1).address([0xAA; 20]).height_in(256..=258).range(),
        "'a' 01 aa*20 00000100",
        "'a' 01 aa*20 00000103",
        &["'a' 01 aa*20 00000102 00000003 bb*32 02010000 01"],
        &["'a' 01 aa*20 00000103 00*41", "'a' 02 aa*20 00000102 00*41"],
    );
}
