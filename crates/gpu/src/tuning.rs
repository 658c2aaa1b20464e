//! What is tuned: how a range is cut for an adapter. Results never depend on it.

use std::fmt;

use phinum_core::tile::Tile;

/// How ranges are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// K: the tables have F_K entries. Within [`Tile::MIN_INDEX`] and
    /// [`Tile::MAX_INDEX`].
    pub tile_index: u32,
    /// Values an invocation of the range kernel writes, at most.
    pub values_per_invocation: u32,
    /// Values an invocation of the summary kernel reads, at most.
    pub reads_per_invocation: u32,
    /// Invocations of a workgroup: a power of two, made smaller where the adapter
    /// asks for it.
    pub workgroup: u32,
}

impl Tuning {
    /// The most values an invocation writes or reads.
    pub const MOST_EACH: u32 = 1 << 10;

    /// The most invocations of a workgroup, which is what the kernels' shared memory is
    /// meant for.
    pub const LARGEST_WORKGROUP: u32 = 256;

    /// What hardware begins with: a table of 293 KiB, which a second cache holds, and a
    /// thousand workgroups in the largest dispatch of a fill, which is work for every
    /// processor of a large device.
    pub const HARDWARE: Tuning = Tuning {
        tile_index: 24,
        values_per_invocation: 16,
        reads_per_invocation: 128,
        workgroup: 256,
    };

    /// What software begins with. It has a few processors to keep busy, and begins every
    /// group of lanes as a coroutine with a frame of its own, so an invocation does more,
    /// and there are fewer of them between a barrier and the next.
    pub const SOFTWARE: Tuning = Tuning {
        values_per_invocation: 64,
        reads_per_invocation: 256,
        workgroup: 64,
        ..Tuning::HARDWARE
    };

    /// What an adapter begins with that is software or not.
    pub fn built_in(software: bool) -> Tuning {
        if software { Tuning::SOFTWARE } else { Tuning::HARDWARE }
    }

    /// The tuning, with what lies outside the possible moved inside.
    pub(crate) fn within(self, limits: &wgpu::Limits) -> Tuning {
        let most = limits
            .max_compute_invocations_per_workgroup
            .min(limits.max_compute_workgroup_size_x)
            // An adapter without compute shaders says 0.
            .clamp(1, Tuning::LARGEST_WORKGROUP);
        Tuning {
            tile_index: self.tile_index.clamp(Tile::MIN_INDEX, Tile::MAX_INDEX),
            values_per_invocation: self.values_per_invocation.clamp(1, Tuning::MOST_EACH),
            reads_per_invocation: self.reads_per_invocation.clamp(1, Tuning::MOST_EACH),
            workgroup: 1 << self.workgroup.clamp(1, most).ilog2(),
        }
    }

    /// The most values of a workgroup of the range kernel.
    pub(crate) fn slice(&self) -> u32 {
        self.workgroup * self.values_per_invocation
    }

    /// The most values of a workgroup of the summary kernel.
    pub(crate) fn slice_read(&self) -> u32 {
        self.workgroup * self.reads_per_invocation
    }
}

/// As the command reads it.
impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tuning { tile_index, values_per_invocation, reads_per_invocation, workgroup } = self;
        write!(
            f,
            "K={tile_index},values={values_per_invocation},reads={reads_per_invocation},\
             workgroup={workgroup}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tile_index: u32, each: u32, workgroup: u32) -> Tuning {
        let (values_per_invocation, reads_per_invocation) = (each, each);
        Tuning { tile_index, values_per_invocation, reads_per_invocation, workgroup }
    }

    #[test]
    fn what_is_possible_stays_and_the_rest_moves_inside() {
        let limits = wgpu::Limits::downlevel_defaults();
        for tuning in [Tuning::HARDWARE, Tuning::SOFTWARE, of(6, 1, 1), of(30, 1024, 64)] {
            assert_eq!(tuning.within(&limits), tuning);
        }
        assert_eq!(of(0, 0, 0).within(&limits), of(6, 1, 1));
        assert_eq!(of(u32::MAX, u32::MAX, u32::MAX).within(&limits), of(30, 1024, 256));
        assert_eq!(of(24, 5, 200).within(&limits), of(24, 5, 128), "a power of two");
        let small = wgpu::Limits { max_compute_workgroup_size_x: 96, ..limits };
        assert_eq!(Tuning::HARDWARE.within(&small).workgroup, 64);
        let none = wgpu::Limits::downlevel_webgl2_defaults();
        assert_eq!(none.max_compute_invocations_per_workgroup, 0);
        assert_eq!(Tuning::HARDWARE.within(&none).workgroup, 1);
    }

    #[test]
    fn a_slice_is_counted_in_32_bits() {
        let most = of(u32::MAX, u32::MAX, u32::MAX).within(&wgpu::Limits::default());
        assert_eq!((most.slice(), most.slice_read()), (1 << 18, 1 << 18));
    }

    #[test]
    fn it_is_written_as_the_command_reads_it() {
        let written = Tuning::HARDWARE.to_string();
        assert_eq!(written, "K=24,values=16,reads=128,workgroup=256");
    }
}
