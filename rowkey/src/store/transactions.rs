//! [`Transactions`], the databases of embedded stores.

use super::{Read, Rows, RowsError, Write};
use alloc::sync::Arc;
use core::error::Error;

/// A database that runs transactions within the program. The `Database` of each embedded store implements this trait, so that a
/// function can be generic over the store.
///
/// The methods have the meaning of those of the `Database` with the same name.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::{RowsError, Transactions};
///
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw)]
/// struct UserKey {
///     user: u32,
/// }
///
/// fn rename<D: Transactions>(database: &D, user: u32, name: &str) -> Result<bool, RowsError<D::Error>> {
///     let renamed = database.try_write(|rows| rows.update(&UserKey { user }, |old| *old = name.into()))?;
///     Ok(renamed.is_some())
/// }
/// ```
pub trait Transactions {
    /// The error of the store: [`Read::Error`] of its transactions.
    type Error: Error + Send + Sync + 'static;

    /// A read transaction.
    type ReadStore<'d>: Read<Error = Self::Error>
    where
        Self: 'd;

    // Without `Self: 'd`: a closure that takes a transaction with any lifetime would otherwise need a database that is `'static`.
    /// A write transaction.
    type WriteStore<'d>: Write<Error = Self::Error>;

    /// Begins a read transaction on a snapshot of the database, and returns the records in it.
    ///
    /// # Errors
    /// The store could not begin the transaction.
    fn read(&self) -> Result<Rows<Self::ReadStore<'_>>, RowsError<Self::Error>>;

    /// Runs a closure in a write transaction, which is committed if the closure returns `Ok`. After an error or a panic of the
    /// closure, nothing is written.
    ///
    /// # Errors
    /// The error of the closure, or an error of the commit.
    fn try_write<T, E: From<RowsError<Self::Error>>>(
        &self,
        write: impl FnOnce(&mut Rows<Self::WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E>;
}

macro_rules! implement_through {
    ($($pointer:ty),*) => {$(
        impl<D: Transactions> Transactions for $pointer {
            type Error = D::Error;
            type ReadStore<'d>
                = D::ReadStore<'d>
            where
                Self: 'd;
            type WriteStore<'d> = D::WriteStore<'d>;

            fn read(&self) -> Result<Rows<D::ReadStore<'_>>, RowsError<D::Error>> {
                D::read(self)
            }

            fn try_write<T, E: From<RowsError<D::Error>>>(
                &self,
                write: impl FnOnce(&mut Rows<D::WriteStore<'_>>) -> Result<T, E>,
            ) -> Result<T, E> {
                D::try_write(self, write)
            }
        }
    )*};
}

implement_through!(&D, Arc<D>);
