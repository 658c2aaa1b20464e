//! The choice of an adapter.

use phinum_core::backend::Backend;
use phinum_gpu::{Adapters, Gpu, OpenError};

use crate::support::{adapter, gpu, turn};

#[test]
fn by_number_by_name_and_by_nothing_that_is_there() {
    let Some(_turn) = turn() else { return };
    let adapters = Adapters::list();
    for (i, adapter) in adapters.all().iter().enumerate() {
        assert_eq!(adapter.index(), i);
        assert_eq!(adapters.find(&i.to_string()).expect("listed").index(), i);
        let found = adapters.find(&adapter.name().to_uppercase());
        match found {
            Ok(found) => assert_eq!(found.name(), adapter.name()),
            Err(error) => assert!(matches!(error, OpenError::Ambiguous { .. }), "{error}"),
        }
    }
    for nobody in ["no such adapter", "", "4711"] {
        let error = adapters.find(nobody).expect_err("there is none");
        assert!(matches!(error, OpenError::NotFound { .. }), "{error}");
        assert!(error.to_string().contains(adapters.all()[0].name()), "{error}");
    }
}

#[test]
fn one_device_through_two_interfaces_counts_once() {
    let Some(_turn) = turn() else { return };
    let adapters = Adapters::list();
    for adapter in adapters.all() {
        if let Some(other) = adapter.duplicate_of() {
            assert!(other < adapter.index());
            assert_ne!(adapters.all()[other].interface(), adapter.interface());
            assert_eq!(adapters.all()[other].duplicate_of(), None);
        }
    }
    assert!(adapters.hardware().is_none_or(|adapter| !adapter.is_software()));
}

#[test]
fn a_description_names_adapter_driver_and_what_runs_in_software() {
    let Some(_turn) = turn() else { return };
    let description = gpu().description();
    assert_eq!(description.name, "gpu");
    assert_eq!(description.adapter, adapter().name());
    assert!(description.driver.starts_with(adapter().interface()), "{description}");
    assert_eq!(description.to_string().ends_with("software)"), adapter().is_software());
}

#[test]
fn an_adapter_opens_more_than_once() {
    let Some(_turn) = turn() else { return };
    for _ in 0..3 {
        drop(Gpu::open(adapter()).expect("it opens"));
    }
}
