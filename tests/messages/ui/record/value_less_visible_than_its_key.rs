use rowkey::RowKey;

mod messages {
    use super::*;

    struct Text;

    pub struct Format;

    impl rowkey::record::ValueFormat<Text> for Format {
        const NAME: &'static str = "text";

        fn write(_: &Text, _: &mut Vec<u8>) -> Result<(), rowkey::record::FormatError> {
            Ok(())
        }

        fn read(_: &[u8]) -> Result<Text, rowkey::record::FormatError> {
            Ok(Text)
        }
    }

    #[derive(RowKey)]
    #[rowkey(value = Text, format = Format)]
    pub struct MessageKey {
        message: u64,
    }
}

fn main() {}
