//! Values by name. One kind of map for all of them keeps the importer small.

use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(super) struct Named<T> {
    places: BTreeMap<String, usize>,
    values: Vec<Option<T>>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { places: BTreeMap::new(), values: Vec::new() }
    }
}

impl<T> Named<T> {
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.values[*self.places.get(name)?].as_ref()
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.values[*self.places.get(name)?].as_mut()
    }

    pub(super) fn insert(&mut self, name: String, value: T) {
        match self.places.get(&name) {
            Some(place) => self.values[*place] = Some(value),
            None => {
                self.places.insert(name, self.values.len());
                self.values.push(Some(value));
            }
        }
    }

    /// The value of the name, made if there is none.
    pub(super) fn of(&mut self, name: String, make: impl FnOnce() -> T) -> &mut T {
        let next = self.values.len();
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.values.push(None);
        }
        self.values[place].get_or_insert_with(make)
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<T> {
        self.values[*self.places.get(name)?].take()
    }

    /// By name.
    pub(super) fn into_sorted(mut self) -> Vec<(String, T)> {
        let places = core::mem::take(&mut self.places).into_iter();
        places.filter_map(|(name, place)| Some((name, self.values[place].take()?))).collect()
    }
}
