//! The name that was probably meant.

/// The one of `names` that is nearest to `name`, if any is near.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let far = |candidate: &&str| strsim::damerau_levenshtein(name, candidate);
    names.min_by_key(far).filter(|found| far(found) <= 1 + name.chars().count() / 4)
}
