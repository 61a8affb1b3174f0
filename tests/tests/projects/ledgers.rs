//! Keys of nodes, wallets and explorers of blockchains other than Bitcoin. The comments name each project's functions
//! that write the keys or scan the ranges.

use crate::{assert_prefix_range, assert_range, assert_row, bytes};
use jiff::civil::{DateTime, date};
use rowkey::{KeySpace, RowKey};
use rowkey_formats::OrderedCode;

/// `solana-labs/solana`, `ledger/src/blockstore_db.rs`, `Column::key` of `AddressSignatures`.
#[test]
fn solana() {
    #[derive(Debug, PartialEq, RowKey)]
    struct AddressSignatureKey {
        address: [u8; 32],
        slot: u64,
        transaction: u32,
        signature: [u8; 64],
    }

    let key = AddressSignatureKey { address: [0xAA; 32], slot: 258, transaction: 3, signature: [0xCC; 64] };
    assert_row(&key, "aa*32 0000000000000102 00000003 cc*64");
    // `Blockstore::find_address_signatures_for_slot`
    assert_prefix_range(
        &AddressSignatureKey::prefix().address([0xAA; 32]).slot(258).range(),
        "aa*32 0000000000000102",
        &["aa*32 0000000000000102 00000003 cc*64", "aa*32 0000000000000102 ff*68"],
        &["aa*32 0000000000000101 ff*68", "aa*32 0000000000000103 00*68", "ab*32 0000000000000102 00*68"],
    );
}

/// `paradigmxyz/reth`, `crates/storage/db-api/src/models/storage_sharded_key.rs`, `Encode for StorageShardedKey`.
#[test]
fn reth() {
    #[derive(Debug, PartialEq, RowKey)]
    struct StorageShardKey {
        address: [u8; 20],
        slot: [u8; 32],
        highest_block: u64,
    }

    let key = StorageShardKey { address: [0xAA; 20], slot: [0xBB; 32], highest_block: u64::MAX };
    assert_row(&key, "aa*20 bb*32 ffffffffffffffff");
    // The history of a slot from block 7 on begins with the shard that contains this block.
    assert_range(
        &StorageShardKey::prefix().address([0xAA; 20]).slot([0xBB; 32]).highest_block_in(7..).range(),
        "aa*20 bb*32 0000000000000007",
        "aa*20 bb*31 bc",
        &["aa*20 bb*32 0000000000000007", "aa*20 bb*32 ffffffffffffffff"],
        &["aa*20 bb*32 0000000000000006", "aa*20 bc*32 0000000000000007"],
    );
}

/// `ethereum/go-ethereum`, `core/rawdb/schema.go`: `headerKey`, `headerHashKey`, `txLookupKey`, `storageSnapshotKey`.
/// The keys of headers begin alike, but differ in length.
#[test]
fn go_ethereum() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "h")]
    struct HeaderKey {
        number: u64,
        hash: [u8; 32],
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "h")]
    struct CanonicalKey {
        #[rowkey(after = "n")]
        number: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "l")]
    struct LookupKey {
        transaction: [u8; 32],
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "o")]
    struct SlotKey {
        account: [u8; 32],
        slot: [u8; 32],
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Row {
        Header(HeaderKey),
        Canonical(CanonicalKey),
        Lookup(LookupKey),
        Slot(SlotKey),
    }

    assert_row(&HeaderKey { number: 258, hash: [0xAA; 32] }, "'h' 0000000000000102 aa*32");
    assert_row(&CanonicalKey { number: 258 }, "'h' 0000000000000102 'n'");
    assert_row(&LookupKey { transaction: [0xBB; 32] }, "'l' bb*32");
    assert_row(&SlotKey { account: [0xCC; 32], slot: [0xDD; 32] }, "'o' cc*32 dd*32");
    for (row, bytes) in [
        (Row::Header(HeaderKey { number: 258, hash: [b'n'; 32] }), "'h' 0000000000000102 6e*32"),
        (Row::Canonical(CanonicalKey { number: 258 }), "'h' 0000000000000102 'n'"),
        (Row::Lookup(LookupKey { transaction: [0xBB; 32] }), "'l' bb*32"),
        (Row::Slot(SlotKey { account: [0xCC; 32], slot: [0xDD; 32] }), "'o' cc*32 dd*32"),
    ] {
        assert_eq!(Row::decode(&crate::bytes(bytes)), Ok(row));
    }
    // `headerKeyPrefix`
    assert_prefix_range(
        &HeaderKey::prefix().number(258).range(),
        "'h' 0000000000000102",
        &["'h' 0000000000000102 aa*32", "'h' 0000000000000102 'n'"],
        &["'h' 0000000000000101 ff*32", "'h' 0000000000000103 00*32", "'b' 0000000000000102 aa*32"],
    );
    // `storageSnapshotsKey`
    assert_prefix_range(
        &SlotKey::prefix().account([0xCC; 32]).range(),
        "'o' cc*32",
        &["'o' cc*32 dd*32"],
        &["'o' cd*32 dd*32"],
    );
}

/// `cosmos/ibc-go`, `modules/core/24-host/v2/packet_keys.go`, `PacketCommitmentKey`.
#[test]
fn ibc_go() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\x01')]
    struct CommitmentKey {
        client: String,
        sequence: u64,
    }

    /// `modules/core/24-host/packet_keys.go`, `PacketCommitmentKey`
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "commitments/ports/", delimiter = '/')]
    struct PacketKey {
        port: String,
        #[rowkey(before = "channels/")]
        channel: String,
        #[rowkey(before = "sequences/")]
        #[decimal]
        sequence: u64,
    }

    let key = PacketKey { port: "transfer".into(), channel: "channel-0".into(), sequence: 258 };
    assert_row(&key, "'commitments/ports/transfer/channels/channel-0/sequences/258'");
    assert_prefix_range(
        &PacketKey::prefix().port("transfer").channel("channel-0").range(),
        "'commitments/ports/transfer/channels/channel-0/sequences/'",
        &["'commitments/ports/transfer/channels/channel-0/sequences/258'"],
        &["'commitments/ports/transfer/channels/channel-01/sequences/258'"],
    );
    assert_row(&CommitmentKey { client: "08-wasm-1".into(), sequence: 258 }, "'08-wasm-1' 01 0000000000000102");
    // `PacketCommitmentPrefixKey`
    assert_prefix_range(
        &CommitmentKey::prefix().client("08-wasm-1").range(),
        "'08-wasm-1' 01",
        &["'08-wasm-1' 01 0000000000000000"],
        &["'08-wasm-1' 02 0000000000000000", "'08-wasm-12' 01 0000000000000000"],
    );
}

/// `near/nearcore`, `core/primitives/src/trie_key.rs`: `TrieKey::ReceivedData` and `TrieKey::ContractData`.
#[test]
fn near() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x03", delimiter = ',')]
    struct ReceivedKey {
        account: String,
        data: [u8; 32],
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x09", delimiter = ',')]
    struct ContractKey {
        account: String,
        key: Vec<u8>,
    }

    assert_row(&ReceivedKey { account: "ann.near".into(), data: [0xAA; 32] }, "03 'ann.near,' aa*32");
    assert_row(&ContractKey { account: "ann.near".into(), key: b"a,b".to_vec() }, "09 'ann.near,a,b'");
    // `iter_contract_data` with the beginning of a key
    assert_prefix_range(
        &ContractKey::prefix().account("ann.near").key_starts_with(b"a,").range(),
        "09 'ann.near,a,'",
        &["09 'ann.near,a,b'"],
        &["09 'ann.near,a'", "09 'ann.near-2,a,b'", "03 'ann.near,a,b'"],
    );
}

/// `mimblewimble/grin`, `store/src/lib.rs`, `to_key`, with the prefixes of `chain/src/store.rs`.
#[test]
fn grin() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "b:")]
    struct BlockKey {
        hash: [u8; 32],
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "p:")]
    struct OutputKey {
        commitment: [u8; 33],
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Row {
        Block(BlockKey),
        Output(OutputKey),
    }

    assert_row(&BlockKey { hash: [0xAA; 32] }, "'b:' aa*32");
    assert_row(&OutputKey { commitment: [0x08; 33] }, "'p:' 08*33");
    assert_eq!(Row::decode(&crate::bytes("'b:' aa*32")), Ok(Row::Block(BlockKey { hash: [0xAA; 32] })));
    // `blocks_iter` reads all rows of one prefix.
    assert_prefix_range(&BlockKey::all(), "'b:'", &["'b:' aa*32"], &["'p:' 08*33", "'b' aa*33"]);
}

/// `nanocurrency/nano-node`, `nano/secure/pending_info.hpp`, `pending_key`.
#[test]
fn nano() {
    #[derive(Debug, PartialEq, RowKey)]
    struct ReceivableKey {
        account: [u8; 32],
        send: [u8; 32],
    }

    assert_row(&ReceivableKey { account: [0xAA; 32], send: [0xBB; 32] }, "aa*32 bb*32");
    // `receivable_upper_bound` starts after the last row of an account.
    assert_prefix_range(
        &ReceivableKey::prefix().account([0xAA; 32]).range(),
        "aa*32",
        &["aa*32 00*32", "aa*32 ff*32"],
        &["ab*32 00*32", "aa*31 ab 00*32"],
    );
}

/// `cosmos/cosmos-sdk`, `x/staking/types/keys.go`, `GetUBDKey`, and `x/gov/types/keys.go`, `ActiveProposalQueueKey`,
/// with the time as `SortableTimeFormat` writes it.
#[test]
fn cosmos_sdk() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x32")]
    struct UnbondingKey {
        #[length(u8)]
        delegator: Vec<u8>,
        #[length(u8)]
        validator: Vec<u8>,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01")]
    struct ProposalQueueKey {
        #[format("%Y-%m-%dT%H:%M:%S%.9f")]
        end: DateTime,
        #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
        proposal: u64,
    }

    assert_row(&UnbondingKey { delegator: vec![0xAA; 20], validator: vec![0xBB; 32] }, "32 14 aa*20 20 bb*32");
    let end = date(2021, 5, 3).at(12, 0, 0, 0);
    assert_row(&ProposalQueueKey { end, proposal: 258 }, "01 '2021-05-03T12:00:00.000000000' 0201000000000000");
    assert_prefix_range(
        &UnbondingKey::prefix().delegator(&[0xAA; 20]).range(),
        "32 14 aa*20",
        &["32 14 aa*20 20 bb*32"],
        &["32 15 aa*21 20 bb*32"],
    );
    // `ActiveProposalQueueIterator` up to a time
    assert_range(
        &ProposalQueueKey::prefix().end_in(..end).range(),
        "01",
        "01 '2021-05-03T12:00:00.000000000'",
        &["01 '2021-05-03T11:59:59.999999999' 0201000000000000"],
        &["01 '2021-05-03T12:00:00.000000000' 0201000000000000", "02 '2020-01-01T00:00:00.000000000' 00*8"],
    );
}

/// `nervosnetwork/ckb`, `util/indexer/src/indexer.rs`: `Key::Header`, of blocks whose transactions were not filtered,
/// and `Key::ConsumedOutPoint`, whose output has the bytes of CKB's wire format.
#[test]
fn ckb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\xE0")]
    struct HeaderKey {
        number: u64,
        hash: [u8; 32],
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x20")]
    struct ConsumedKey {
        number: u64,
        transaction: [u8; 32],
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        output: u32,
    }

    assert_row(&HeaderKey { number: 258, hash: [0xAA; 32] }, "e0 0000000000000102 aa*32");
    assert_row(&ConsumedKey { number: 258, transaction: [0xAA; 32], output: 3 }, "20 0000000000000102 aa*32 03000000");
    // `prune` reads the outputs that were consumed before a block.
    assert_range(
        &ConsumedKey::prefix().number_in(..258).range(),
        "20",
        "20 0000000000000102",
        &["20 0000000000000101 aa*32 03000000"],
        &["20 0000000000000102 aa*32 03000000"],
    );
    assert_prefix_range(
        &HeaderKey::prefix().number(258).range(),
        "e0 0000000000000102",
        &["e0 0000000000000102 aa*32"],
        &["e0 0000000000000103 aa*32"],
    );
}

/// `CosmWasm/cw-storage-plus`, `src/keys.rs` and `src/prefix.rs`: the keys of a `Map<(&Addr, &str), _>` with the
/// namespace `allowance`. All parts but the last have a length.
#[test]
fn cw_storage_plus() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x00\x09allowance")]
    struct AllowanceKey {
        #[length(u16)]
        owner: String,
        spender: String,
    }

    assert_row(
        &AllowanceKey { owner: "wasm1ann".into(), spender: "wasm1bob".into() },
        "0009 'allowance' 0008 'wasm1annwasm1bob'",
    );
    // `prefix(&owner)`
    assert_prefix_range(
        &AllowanceKey::prefix().owner("wasm1ann").range(),
        "0009 'allowance' 0008 'wasm1ann'",
        &["0009 'allowance' 0008 'wasm1annwasm1bob'"],
        &["0009 'allowance' 0009 'wasm1annawasm1bob'", "0008 'balances' 0008 'wasm1annwasm1bob'"],
    );
}

/// `cometbft/cometbft`, `store/store.go`, `calcBlockPartKey`, and `state/indexer/block/kv/util.go`, `heightKey` and
/// `eventKey`.
#[test]
fn cometbft() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "P:", delimiter = ':')]
    struct PartKey {
        #[decimal]
        height: u64,
        #[decimal]
        part: u32,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(fields = OrderedCode)]
    struct EventKey {
        event: String,
        value: String,
        height: i64,
        sequence: i64,
    }

    assert_row(&PartKey { height: 258, part: 3 }, "'P:258:3'");
    assert_prefix_range(&PartKey::prefix().height(258).range(), "'P:258:'", &["'P:258:3'"], &["'P:2580:3'", "'H:258'"]);
    let key = EventKey { event: "transfer.sender".into(), value: "ann".into(), height: 300, sequence: 5 };
    assert_row(&key, "'transfer.sender' 0001 'ann' 0001 c12c 85");
    assert_prefix_range(
        &EventKey::prefix().event("transfer.sender").value("ann").height(300).range(),
        "'transfer.sender' 0001 'ann' 0001 c12c",
        &["'transfer.sender' 0001 'ann' 0001 c12c 85"],
        &["'transfer.sender' 0001 'ann' 0001 c12d 85", "'transfer.sender' 0001 'anna' 0001 c12c 85"],
    );
}

/// `paritytech/polkadot-sdk`, `polkadot/node/core/av-store/src/lib.rs`: the keys of the column of metadata.
#[test]
fn polkadot() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "meta")]
    struct MetaKey {
        candidate: [u8; 32],
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "unfinalized")]
    struct UnfinalizedKey {
        number: u32,
        block: [u8; 32],
        candidate: [u8; 32],
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "prune_by_time")]
    struct PruneKey {
        at: u64,
        candidate: [u8; 32],
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum MetadataKey {
        Meta(MetaKey),
        Unfinalized(UnfinalizedKey),
        Prune(PruneKey),
    }

    assert_row(&MetaKey { candidate: [0xAA; 32] }, "'meta' aa*32");
    let key = UnfinalizedKey { number: 258, block: [0xBB; 32], candidate: [0xAA; 32] };
    assert_row(&key, "'unfinalized' 00000102 bb*32 aa*32");
    assert_row(&PruneKey { at: 258, candidate: [0xAA; 32] }, "'prune_by_time' 0000000000000102 aa*32");
    assert_eq!(MetadataKey::decode(&key.encode()), Ok(MetadataKey::Unfinalized(key)));
    // `finalized_block_range`
    assert_range(
        &UnfinalizedKey::prefix().number_in(..=258).range(),
        "'unfinalized'",
        "'unfinalized' 00000103",
        &["'unfinalized' 00000102 ff*64"],
        &["'unfinalized' 00000103 00*64"],
    );
    // `pruning_range`
    assert_range(
        &PruneKey::prefix().at_in(..=258).range(),
        "'prune_by_time'",
        "'prune_by_time' 0000000000000103",
        &["'prune_by_time' 0000000000000102 ff*32"],
        &["'prune_by_time' 0000000000000103 00*32"],
    );
}

/// `MystenLabs/sui`, `crates/sui-core/src/jsonrpc_index.rs`, `CoinIndexKey2`, in the encoding of
/// `crates/typed-store/src/util.rs`.
#[test]
fn sui() {
    #[derive(Debug, PartialEq, RowKey)]
    struct CoinKey {
        owner: [u8; 32],
        #[length(u64)]
        coin: String,
        #[descending]
        balance: u64,
        object: [u8; 32],
    }

    let key = CoinKey { owner: [0xAA; 32], coin: "0x2::sui::SUI".into(), balance: 258, object: [0xBB; 32] };
    assert_row(&key, "aa*32 000000000000000d '0x2::sui::SUI' fffffffffffffefd bb*32");
    // The coins of one type and owner, the greatest balance first
    assert_prefix_range(
        &CoinKey::prefix().owner([0xAA; 32]).coin("0x2::sui::SUI").range(),
        "aa*32 000000000000000d '0x2::sui::SUI'",
        &["aa*32 000000000000000d '0x2::sui::SUI' ff*40"],
        &["aa*32 000000000000000e '0x2::sui::SUIT' ff*40"],
    );
}

/// `aptos-labs/aptos-core`, `storage/aptosdb/src/schema/state_value/mod.rs`: a version of a state key. The version is
/// the last eight bytes of the row key, and the state key is the rest.
#[test]
fn aptos() {
    #[derive(Debug, PartialEq, RowKey)]
    struct StateValueKey {
        #[unterminated]
        state_key: Vec<u8>,
        version: u64,
    }

    assert_row(&StateValueKey { state_key: vec![1, 0, 0xFF], version: 258 }, "0100ff 0000000000000102");
    assert_row(&StateValueKey { state_key: vec![], version: 258 }, "0000000000000102");
}

/// `cosmos/cosmos-sdk`, `x/bank/types/key.go`, `CreatePrefixedAccountStoreKey`.
#[test]
fn cosmos_bank() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = 0x02)]
    struct BalanceKey {
        #[length(u8)]
        address: Vec<u8>,
        denomination: String,
    }

    assert_row(&BalanceKey { address: vec![0xAA; 20], denomination: "uatom".into() }, "02 14 aa*20 'uatom'");
    // `CreateAccountBalancesPrefix`
    assert_prefix_range(
        &BalanceKey::prefix().address(&[0xAA; 20]).range(),
        "02 14 aa*20",
        &["02 14 aa*20 'uatom'", "02 14 aa*20 'stake'"],
        &["02 14 aa*19 ab 'uatom'", "02 20 aa*32 'uatom'"],
    );
}

/// `sigp/lighthouse`, `beacon_node/store/src/lib.rs`, `get_key_for_col`, with the columns of `DBColumn`.
#[test]
fn lighthouse() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "bbr")]
    struct BlockRootsKey {
        chunk: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "blk")]
    struct BlockKey {
        root: [u8; 32],
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Key {
        BlockRoots(BlockRootsKey),
        Block(BlockKey),
    }

    assert_row(&BlockRootsKey { chunk: 258 }, "'bbr' 0000000000000102");
    assert_row(&BlockKey { root: [7; 32] }, "'blk' 07*32");
    assert_eq!(Key::decode(&bytes("'blk' 07*32")), Ok(Key::Block(BlockKey { root: [7; 32] })));
    assert_prefix_range(&BlockKey::all(), "'blk'", &["'blk' 07*32"], &["'bll' 07*32", "'bbr' 0000000000000102"]);
}
