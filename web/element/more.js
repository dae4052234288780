// @ts-check
// The menu's commands, a script of its own that is loaded when a menu is first opened. What it imports is bundled a second
// time, so it must not import files that hold state of the page; the build checks this (web/article/scripts.mjs).

import { commands } from './commands.js';
import { MenuList } from './menu_list.js';

/** @import { Menu } from './menu.js' */

/** What a menu opens. @param {Menu} menu */
export const menuList = (menu) => new MenuList(menu, commands(menu.figure, menu.link));
export { showCode } from './code.js';
export { exportFile, importFile, openFiles } from './save.js';
