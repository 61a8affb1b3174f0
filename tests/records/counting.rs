//! An allocator that counts the bytes that each thread holds. A test of memory includes this file as a module.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with the bytes that each thread holds, and the most that it has held.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    let held = HELD.get() + bytes;
    HELD.set(held);
    MOST.set(MOST.get().max(held));
}

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.cast_signed() - layout.size().cast_signed());
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the most bytes that `work` has held at a time, beside those that were held before.
pub(crate) fn most_held<T>(work: impl FnOnce() -> T) -> isize {
    let before = HELD.get();
    MOST.set(before);
    let result = work();
    let most = MOST.get() - before;
    drop(result);
    most
}

#[test]
fn the_counter_counts_what_is_held_at_a_time() {
    assert_eq!(most_held(|| 7), 0);
    let one_after_the_other = || {
        drop(vec![7_u8; 1000]);
        drop(vec![7_u8; 300]);
    };
    assert_eq!(most_held(one_after_the_other), 1000);
    assert_eq!(most_held(|| (vec![7_u8; 1000], vec![7_u8; 300])), 1300);
}
