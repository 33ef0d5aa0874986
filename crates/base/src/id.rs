//! Typed indices: a `NodeId` can't be used in place of a `PodId`.

use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// The common operations of the `ids!` types.
pub trait Id: Copy + Ord {
    fn new(index: u32) -> Self;
    fn index(self) -> u32;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $crate::id::Id for $name {
            fn new(index: u32) -> Self {
                Self(index)
            }
            fn index(self) -> u32 {
                self.0
            }
        }
    )* };
}
pub(crate) use ids;

/// A vector that only its own kind of id can index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    kind: PhantomData<I>,
}

impl<I: Id, T> IdVec<I, T> {
    pub const fn new() -> Self {
        Self { items: Vec::new(), kind: PhantomData }
    }

    /// The id of the next `push`.
    pub fn next_id(&self) -> I {
        I::new(self.len())
    }

    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// Reserves memory for exactly this many more items.
    pub fn reserve(&mut self, more: u32) {
        self.items.reserve_exact(more as usize);
    }

    pub fn len(&self) -> u32 {
        self.items.len() as u32
    }

    pub fn truncate(&mut self, len: u32) {
        self.items.truncate(len as usize);
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index() as usize)
    }

    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index() as usize)
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.len()).map(I::new)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(n, item)| (I::new(n as u32), item))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.items.iter_mut().enumerate().map(|(n, item)| (I::new(n as u32), item))
    }

    pub fn values(&self) -> core::slice::Iter<'_, T> {
        self.items.iter()
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    pub fn resize(&mut self, len: u32, item: T)
    where
        T: Clone,
    {
        self.items.resize(len as usize, item);
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Self { items: items.into_iter().collect(), kind: PhantomData }
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index() as usize]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index() as usize]
    }
}
