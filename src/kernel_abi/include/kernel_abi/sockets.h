// SPDX-License-Identifier: Apache-2.0
// File descriptors that go from process to process through sockets: for both ends of protocol.h.
#pragma once
#include <sys/socket.h>

#include <cstring>

#include "kernel_abi/files.h"

namespace wherry::abi {

// Sends `fd` with a packet of one byte. `flags`: sendmsg()'s. Whether the packet went.
inline bool send_descriptor(int socket, int fd, int flags = 0) {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof fd)] = {};
  msghdr packet{};
  packet.msg_iov = &data;
  packet.msg_iovlen = 1;
  packet.msg_control = space;
  packet.msg_controllen = sizeof space;
  cmsghdr *header = CMSG_FIRSTHDR(&packet);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  ssize_t n;
  do n = sendmsg(socket, &packet, MSG_NOSIGNAL | flags);
  while (n < 0 && errno == EINTR);
  return n == 1;
}

// Receives such a packet. Returns what recvmsg() returns; `received` stays as it is if the packet holds no descriptor.
inline ssize_t receive_descriptor(int socket, Descriptor &received, int flags = 0) {
  char byte;
  iovec data{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))];
  msghdr packet{};
  packet.msg_iov = &data;
  packet.msg_iovlen = 1;
  packet.msg_control = space;
  packet.msg_controllen = sizeof space;
  const ssize_t n = recvmsg(socket, &packet, MSG_CMSG_CLOEXEC | flags);
  const cmsghdr *header = n > 0 ? CMSG_FIRSTHDR(&packet) : nullptr;
  if (header && header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof(int))) {
    int fd;
    std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
    received = Descriptor(fd);
  }
  return n;
}

}  // namespace wherry::abi
