"""The checksum of Orthant's files (base/fnv.hpp)."""


def fnv(text):
    digest = 0xCBF29CE484222325
    for byte in text:
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest
