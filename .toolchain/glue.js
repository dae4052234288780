// Pieces of Emscripten's glue that are left out: CMakeLists.txt hands this to the linker.
mergeInto(LibraryManager.library, {
  // Keeps listeners for games, 1 KB; we add none, and what is asked of it is to remove those of a lost context.
  $JSEvents: { removeAllHandlersOnTarget() {} },
});

// Names of WebGL's objects are given anew when they are free. Emscripten counts on for ever and keeps a table of all that
// there were for each kind, which grew with every canvas that a page of figures opened, 700 bytes each time.
LibraryManager.library.$GL.getNewId = (table) => {
  table[0] = null; // 0 names nothing
  const free = table.indexOf(null, 1);
  const id = free > 0 ? free : table.length;
  GL.counter = Math.max(GL.counter, id + 1); // above every name of a program, as its other functions expect
  return id;
};
