// Workloads as algorithm files of MSCCL: XML with the thread blocks of every GPU and their steps.
//
//   <algo name="pair" ngpus="2" nchannels="1">
//     <gpu id="0">
//       <tb id="0" send="1" recv="-1" chan="0">
//         <step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1"
//           deps="-1" hasdep="0"/>
//       </tb>
//     </gpu>
//     <gpu id="1">
//       <tb id="0" send="-1" recv="0" chan="0">
//         <step s="0" type="r" ... cnt="1" depid="-1" deps="-1" hasdep="0"/>
//       </tb>
//     </gpu>
//   </algo>
//
// A GPU is a rank. The steps of a thread block run in sequence; a step with depid and deps also
// waits for step deps of thread block depid of its GPU. s sends, r and rrc receive, rcs, rrs and
// rrcs receive and then send; cpy, re and nop take no time. Messages with the same source,
// destination and channel match in order. A channel is a queue of its node, so a GPU sends on all
// channels at once.
//
// Source: the parser and the interpreter of MSCCL (msccl_parser.cc, msccl_kernel.cu of its executor
// for NCCL). schedule/files/msccl_file.hpp writes such files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "traffic/workload.hpp"

namespace orthant {

// A message of a step has cnt times `chunk_bytes` bytes. Throws KeyError(key, "FILE:LINE: ...") if
// the file is no such XML, if it has more GPUs than nodes, if messages do not match, or if steps
// form a cyclic dependency.
Workload read_msccl(const std::string& key, const std::string& file, std::uint64_t chunk_bytes,
                    std::size_t nodes);

}  // namespace orthant
