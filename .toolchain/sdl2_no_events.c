/* Stands in for all of SDL 2.32.4's src/events/: input comes from the page's own pointer events, so nobody reads SDL's,
 * and queue, mouse, keyboard, touch and gestures would be 8 KB of the page. What src/video/ calls of them does nothing. */
#include "SDL_internal.h"

#include "events/SDL_events_c.h"

int SDL_EventsInit(void) { return 0; }
void SDL_EventsQuit(void) {}
Uint8 SDL_EventState(Uint32 type, int state) { return SDL_IGNORE; }
void SDL_FilterEvents(SDL_EventFilter filter, void *userdata) {}
int SDL_SendAppEvent(SDL_EventType eventType) { return 0; }
int SDL_SendDisplayEvent(SDL_VideoDisplay *display, Uint8 displayevent, int data1) { return 0; }
int SDL_SendWindowEvent(SDL_Window *window, Uint8 windowevent, int data1, int data2) { return 0; }

int SDL_KeyboardInit(void) { return 0; }
void SDL_KeyboardQuit(void) {}
void SDL_ResetKeyboard(void) {}
SDL_Window *SDL_GetKeyboardFocus(void) { return NULL; }
void SDL_SetKeyboardFocus(SDL_Window *window) {}

SDL_Mouse *SDL_GetMouse(void)
{
    static SDL_Mouse none;
    return &none;
}
int SDL_MousePreInit(void) { return 0; }
void SDL_MousePostInit(void) {}
void SDL_MouseQuit(void) {}
SDL_Window *SDL_GetMouseFocus(void) { return NULL; }
void SDL_SetMouseFocus(SDL_Window *window) {}
Uint32 SDL_GetMouseState(int *x, int *y) { return 0; }
SDL_bool SDL_GetRelativeMouseMode(void) { return SDL_FALSE; }
int SDL_SetRelativeMouseMode(SDL_bool enabled) { return -1; }
int SDL_UpdateMouseCapture(SDL_bool force_release) { return 0; }
void SDL_PerformWarpMouseInWindow(SDL_Window *window, int x, int y, SDL_bool ignore_relative_mode) {}
void SDL_WarpMouseInWindow(SDL_Window *window, int x, int y) {}
int SDL_ShowCursor(int toggle) { return SDL_DISABLE; }

int SDL_TouchInit(void) { return 0; }
void SDL_TouchQuit(void) {}

/* Nor is there an environment: the linker takes this for getenv (third_party.cmake). */
char *__wrap_getenv(const char *name) { return NULL; }
