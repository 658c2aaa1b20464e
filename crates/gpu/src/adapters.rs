//! The adapters of this machine, and the choice among them.
//!
//! wgpu's own choice by environment variables panics at a name it does not know,
//! so it is not used: what is not found is an error that lists what there is.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use wgpu::{Backends, DeviceType, DownlevelFlags, Instance, InstanceDescriptor, InstanceFlags};

use crate::error::OpenError;
use crate::tuning::Tuning;

/// Storage buffers the widest kernel binds.
const STORAGE_BUFFERS: u32 = 4;

/// Drivers have crashed when instances and devices were made by several threads.
pub(crate) static DRIVER: Mutex<()> = Mutex::new(());

/// A GPU, or a program that acts as one, through one of its interfaces.
#[derive(Clone, Debug)]
pub struct Adapter {
    pub(crate) inner: wgpu::Adapter,
    info: wgpu::AdapterInfo,
    index: usize,
    duplicate_of: Option<usize>,
}

impl Adapter {
    /// Its number in the list.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.info.name
    }

    /// The interface it is reached through: `Vulkan`, `Metal`, `DX12` or `GL`.
    pub fn interface(&self) -> &'static str {
        match self.info.backend {
            wgpu::Backend::Vulkan => "Vulkan",
            wgpu::Backend::Metal => "Metal",
            wgpu::Backend::Dx12 => "DX12",
            wgpu::Backend::Gl => "GL",
            _ => "other",
        }
    }

    /// The interface, the driver and its version.
    pub fn driver(&self) -> String {
        let said = format!("{} {}", self.info.driver, self.info.driver_info);
        match said.trim() {
            "" => self.interface().to_owned(),
            driver => format!("{}, {driver}", self.interface()),
        }
    }

    /// What it is: `discrete GPU`, `integrated GPU`, `virtual GPU`, `software` or `other`.
    pub fn kind(&self) -> &'static str {
        match self.info.device_type {
            DeviceType::DiscreteGpu => "discrete GPU",
            DeviceType::IntegratedGpu => "integrated GPU",
            DeviceType::VirtualGpu => "virtual GPU",
            DeviceType::Cpu => "software",
            DeviceType::Other => "other",
        }
    }

    /// Whether it runs on the CPU.
    pub fn is_software(&self) -> bool {
        self.info.device_type == DeviceType::Cpu
    }

    /// The number of the adapter that is this same device through a better interface.
    pub fn duplicate_of(&self) -> Option<usize> {
        self.duplicate_of
    }

    /// What a tuning comes to on it: what is not possible is moved inside its limits.
    pub fn possible(&self, tuning: Tuning) -> Tuning {
        tuning.within(&self.inner.limits())
    }

    /// Whether the kernels can run on it.
    ///
    /// # Errors
    /// [`OpenError::Unsuitable`] says what it lacks.
    pub fn suits(&self) -> Result<(), OpenError> {
        let limits = self.inner.limits();
        let lack = |reason: &str| {
            Err(OpenError::Unsuitable { adapter: self.to_string(), reason: reason.to_owned() })
        };
        if !self.inner.get_downlevel_capabilities().flags.contains(DownlevelFlags::COMPUTE_SHADERS)
        {
            return lack("it has no compute shaders");
        }
        if limits.max_storage_buffers_per_shader_stage < STORAGE_BUFFERS {
            return lack("its shaders see too few buffers");
        }
        if limits.max_compute_invocations_per_workgroup < 64 {
            return lack("its workgroups are too small");
        }
        Ok(())
    }
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.name(), self.driver())?;
        f.write_str(if self.is_software() { ", software)" } else { ")" })
    }
}

/// Every adapter, the better interfaces and the faster devices first.
#[derive(Clone, Debug)]
pub struct Adapters(Vec<Adapter>);

impl Adapters {
    /// The adapters present, one device listed once for each of its interfaces.
    pub fn list() -> Adapters {
        let _one_at_a_time = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
        let instance = Instance::new(InstanceDescriptor {
            // No validation layers: every shader and call is validated by wgpu itself.
            flags: InstanceFlags::empty(),
            ..InstanceDescriptor::new_without_display_handle()
        });
        let mut found = pollster::block_on(instance.enumerate_adapters(Backends::all()));
        found.sort_by_key(|adapter| rank(&adapter.get_info()));
        let infos: Vec<_> = found.iter().map(wgpu::Adapter::get_info).collect();
        let adapters = found.into_iter().zip(&infos).enumerate().map(|(index, (inner, info))| {
            let duplicate_of = infos[..index].iter().position(|earlier| same_device(earlier, info));
            Adapter { inner, info: info.clone(), index, duplicate_of }
        });
        Adapters(adapters.collect())
    }

    /// All of them.
    pub fn all(&self) -> &[Adapter] {
        &self.0
    }

    /// Each device once, through its best interface.
    pub fn distinct(&self) -> impl Iterator<Item = &Adapter> {
        self.0.iter().filter(|a| a.duplicate_of.is_none())
    }

    /// The first that is hardware and suits the kernels: what is taken unasked.
    pub fn hardware(&self) -> Option<&Adapter> {
        self.distinct().find(|a| !a.is_software() && a.suits().is_ok())
    }

    /// The best one, software where there is nothing else: what is taken where a
    /// GPU was asked for by no name.
    ///
    /// # Errors
    /// [`OpenError::NoAdapter`], or [`OpenError::Unsuitable`] if there is one that
    /// cannot be used.
    pub fn best(&self) -> Result<&Adapter, OpenError> {
        let first = self.0.first().ok_or(OpenError::NoAdapter)?;
        match self.hardware().or_else(|| self.distinct().find(|a| a.suits().is_ok())) {
            Some(adapter) => Ok(adapter),
            None => first.suits().map(|()| first),
        }
    }

    /// The one with that number, or that is called so: a part of its name, its
    /// interface or its driver, in letters of any case. Where a device is listed
    /// through several interfaces the best is meant.
    ///
    /// # Errors
    /// [`OpenError`] if there is none, or more than one.
    pub fn find(&self, wanted: &str) -> Result<&Adapter, OpenError> {
        if self.0.is_empty() {
            return Err(OpenError::NoAdapter);
        }
        // Digits alone are a number, not a part of some version.
        if let Ok(index) = wanted.trim().parse::<usize>() {
            let missing = || OpenError::NotFound { wanted: wanted.into(), present: names(&self.0) };
            return self.0.get(index).ok_or_else(missing);
        }
        let fragment = wanted.trim().to_lowercase();
        let called = |a: &&Adapter| a.to_string().to_lowercase().contains(&fragment);
        let matching: Vec<&Adapter> =
            self.0.iter().filter(|_| !fragment.is_empty()).filter(called).collect();
        let first = |a: &&&Adapter| {
            a.duplicate_of.is_none_or(|other| matching.iter().all(|b| b.index != other))
        };
        let distinct: Vec<&Adapter> = matching.iter().filter(first).copied().collect();
        match distinct.as_slice() {
            [] => Err(OpenError::NotFound { wanted: wanted.to_owned(), present: names(&self.0) }),
            [one] => Ok(one),
            several => Err(OpenError::Ambiguous {
                wanted: wanted.to_owned(),
                matching: names(several.iter().copied()),
            }),
        }
    }
}

fn names<'a>(adapters: impl IntoIterator<Item = &'a Adapter>) -> String {
    let list: Vec<_> = adapters.into_iter().map(|a| format!("{}: {a}", a.index)).collect();
    list.join("; ")
}

/// Better adapters have lower ranks.
fn rank(info: &wgpu::AdapterInfo) -> (u8, u8) {
    let device = match info.device_type {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    };
    (interface_rank(info.backend), device)
}

fn interface_rank(backend: wgpu::Backend) -> u8 {
    match backend {
        wgpu::Backend::Vulkan | wgpu::Backend::Metal => 0,
        wgpu::Backend::Dx12 => 1,
        _ => 2,
    }
}

/// Whether two entries are one device through two interfaces.
fn same_device(better: &wgpu::AdapterInfo, other: &wgpu::AdapterInfo) -> bool {
    if interface_rank(better.backend) >= interface_rank(other.backend) {
        return false;
    }
    let buses = (&better.device_pci_bus_id, &other.device_pci_bus_id);
    if !buses.0.is_empty() && !buses.1.is_empty() {
        return buses.0 == buses.1;
    }
    plain(&better.name) == plain(&other.name)
}

/// The name without what only one of the interfaces adds to it: trademarks, a
/// vendor in front, and everything in brackets or after a slash.
fn plain(name: &str) -> String {
    let name = name.to_lowercase().replace("(r)", "").replace("(tm)", "");
    let end = name.find(['(', '/']).unwrap_or(name.len());
    let words = name[..end].split_whitespace().filter(|word| *word != "mesa");
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_device_has_one_plain_name() {
        for (vulkan, gl) in [
            ("llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe (LLVM 15.0.6, 256 bits)"),
            ("NVIDIA GeForce RTX 3080", "NVIDIA GeForce RTX 3080/PCIe/SSE2"),
            ("Intel(R) UHD Graphics 620 (KBL GT2)", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)"),
            ("AMD Radeon RX 6800 (RADV NAVI21)", "AMD Radeon RX 6800 (radeonsi, navi21, DRM 3)"),
        ] {
            assert_eq!(plain(vulkan), plain(gl));
        }
        assert_ne!(plain("NVIDIA GeForce RTX 3080"), plain("NVIDIA GeForce RTX 3080 Ti"));
    }
}
