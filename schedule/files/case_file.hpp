// Scheduling problems as text: transfers as sets of channels, with known results.
//
//   liquid-case 1
//   name ID
//   links E                      channels, numbered from 0
//   link CHANNEL NAME            the name of one channel
//   capacity CHANNEL TRANSFERS   transfers per frame, if not 1
//   transfers M                  numbered from 0
//   t TRANSFER NAME K C1 .. CK   a transfer and its channels, in the order of its path
//   r TRANSFER ..                a step of an order that ignores the network
//   expect KEY WORDS ..          a known result
//   f TRANSFER ..                a frame of a schedule
//   end
#pragma once

#include <map>
#include <string>

#include "schedule/transfers.hpp"

namespace orthant {

struct ScheduleCase {
  std::string name;
  TransferSet set;
  std::map<std::string, std::string> expected;  // key -> its words, separated by single blanks
  Frames frames;                                // transfers may be missing or repeated
};

// Throws KeyError(key, "FILE:LINE: ...").
ScheduleCase read_schedule_case(const std::string& key, const std::string& file);

}  // namespace orthant
