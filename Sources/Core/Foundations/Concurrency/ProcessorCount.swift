internal import Glibc

/// The number of online processors (sysconf(3)), at least 1.
package let processorCount = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
