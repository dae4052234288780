// Pieces of Emscripten's glue that are left out: CMakeLists.txt hands this to the linker.
mergeInto(LibraryManager.library, {
  // Keeps listeners for games, 1 KB; we add none, and what is asked of it is to remove those of a lost context.
  $JSEvents: { removeAllHandlersOnTarget() {} },
});
