// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct ListBeforeAnotherFieldKey {
    #[rowkey(list)]
    marks: Vec<u16>,
    main: u64,
}

#[derive(RowKey)]
struct ListOfValuesWithoutBytesKey {
    main: u64,
    #[rowkey(list)]
    marks: Vec<[u16; 0]>,
}

#[derive(RowKey)]
struct ListOnAnArrayKey {
    main: u64,
    #[rowkey(list)]
    marks: [u16; 2],
}

#[derive(RowKey)]
struct ListWithACodecKey {
    main: u64,
    #[rowkey(list, codec = Marks)]
    mark: Vec<u16>,
}

#[derive(RowKey)]
struct ListWithAValueKey {
    main: u64,
    #[rowkey(list = 3)]
    marks: Vec<u16>,
}

fn main() {}
