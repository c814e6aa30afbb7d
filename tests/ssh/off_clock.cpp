// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Linked into an agent with the linker's --wrap: its machine's time of day is seven hours late.
#include <ctime>

#include <sys/time.h>

namespace {
constexpr time_t kLate = 7 * 3600;
}

extern "C" {

int __real_clock_gettime(clockid_t clock, timespec* time);
int __real_gettimeofday(timeval* time, void* zone);
time_t __real_time(time_t* time);

int __wrap_clock_gettime(clockid_t clock, timespec* time) {
    const int result = __real_clock_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec -= kLate;
    return result;
}

int __wrap_gettimeofday(timeval* time, void* zone) {
    const int result = __real_gettimeofday(time, zone);
    if (result == 0)
        time->tv_sec -= kLate;
    return result;
}

time_t __wrap_time(time_t* time) {
    const time_t now = __real_time(nullptr) - kLate;
    if (time)
        *time = now;
    return now;
}
}
