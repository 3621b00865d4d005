# SPDX-License-Identifier: MIT
#
# A thin front: CMake does the work. `make demo` and `make test` need nothing but git and make on a
# Debian 12 (and root or sudo, for the packages that are missing).

PREFIX = /usr/local
DESTDIR =
# Time for each fuzz target.
SECONDS = 20

# What is installed: the library and the command, without tests and examples.
PRODUCT = maquette-static maquette-shared maquette-command maquette-manual

all:
	@scripts/build release

demo:
	@scripts/setup
	@scripts/build release $(PRODUCT)
	@scripts/demo

test:
	@scripts/setup
	@scripts/build release
	@scripts/run-tests build/release

# The library as WebAssembly and the npm package, in build/npm.
web:
	@scripts/setup web
	@scripts/build-web

web-test: web
	@scripts/build release maquette-command
	@scripts/run-tests build/release -L web

bench:
	@scripts/build release
	@scripts/bench

fuzz:
	@scripts/setup dev
	@scripts/build fuzz
	@scripts/fuzz $(SECONDS)

# The long run; takes hours. SECONDS= makes its fuzzing shorter.
deep: SECONDS = 600
deep:
	@scripts/setup deep
	@scripts/deep $(SECONDS)

# The command, the library and the viewer for Windows: a zip archive in build/.
windows: web
	@scripts/setup windows
	@scripts/build-windows

# The tests of the Windows build, under Wine.
windows-test:
	@scripts/setup windows
	@scripts/test-windows

# Debian packages in build/deb.
deb:
	@scripts/setup packaging
	@scripts/build-deb

# The command as one static file, in a tarball in build/.
tarball:
	@scripts/setup packaging
	@scripts/build-tarball

install:
	@scripts/build release $(PRODUCT)
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"

format:
	@scripts/format

clean:
	rm -rf build

.PHONY: all demo test web web-test bench fuzz deep windows windows-test deb tarball install format clean
