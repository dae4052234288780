/* SDL's video driver for one canvas of a page that is not ours. It stands in for SDL 2.32.4's own
 * src/video/emscripten/, which is written for a page that is all game:
 *   - it listens on the window for every key and prevents the default of Tab, Backspace, arrows and F-keys,
 *     takes touches and the wheel, and sets the page's title and the canvas's CSS size and cursor;
 *   - its EGL pulls in Emscripten's Browser object, whose pointer-lock listeners stay on the document for good
 *     and keep every closed figure's memory alive;
 *   - it fixes the context's attributes by EGL's rules and looks the context up by Module.canvas.
 * Here: no listener, no title, no CSS. Only canvas.width and canvas.height are written. Input, cursor and the
 * canvas's size on the page belong to the page, which hands them to the shell.
 *
 * The canvas is specialHTMLTargets["#canvas"] of its module instance; set it before SDL_CreateWindow. Window sizes
 * are device pixels. Context attributes come from SDL_GL_SetAttribute:
 *   SDL_GL_ALPHA_SIZE > 0 -> alpha (premultiplied), SDL_GL_DEPTH_SIZE > 0 -> depth (SDL's default is 16: set 0),
 *   SDL_GL_STENCIL_SIZE > 0 -> stencil, SDL_GL_MULTISAMPLESAMPLES > 0 -> antialias. Always WebGL 2, no extension
 *   enabled unasked, drawing buffer not preserved.
 * SDL_GL_DeleteContext and SDL_DestroyWindow leave nothing behind in the module; the browser frees the context
 * itself when the canvas is collected, or at once by WEBGL_lose_context, which is the page's to call.
 */
#include "SDL_internal.h"

#include "SDL_render.h"
#include "SDL_video.h"
#include "events/SDL_events_c.h"
#include "video/SDL_pixels_c.h"
#include "video/SDL_sysvideo.h"

#include <emscripten/html5.h>
#include <stdint.h>

static const char kCanvas[] = "#canvas";

/* SDL clamps windows to its display; a canvas may be any size that WebGL takes. */
static const int kLargestSide = 16384;

static int VideoInit(_THIS)
{
    SDL_DisplayMode mode;
    SDL_zero(mode);
    mode.format = SDL_PIXELFORMAT_RGB888;
    mode.w = kLargestSide;
    mode.h = kLargestSide;
    return SDL_AddBasicVideoDisplay(&mode) < 0 ? -1 : 0;
}

static void VideoQuit(_THIS)
{
}

static void PumpEvents(_THIS)
{
}

static int SetDisplayMode(_THIS, SDL_VideoDisplay *display, SDL_DisplayMode *mode)
{
    return 0;
}

static int SetCanvasSize(SDL_Window *window)
{
    if (emscripten_set_canvas_element_size(kCanvas, window->w, window->h) != EMSCRIPTEN_RESULT_SUCCESS) {
        return SDL_SetError("No canvas: set specialHTMLTargets['#canvas'] first");
    }
    return 0;
}

static int CreateWindow(_THIS, SDL_Window *window)
{
    return SetCanvasSize(window);
}

static void SetWindowSize(_THIS, SDL_Window *window)
{
    SetCanvasSize(window);
}

/* Without these two SDL gives the window its own keyboard and mouse focus; the page decides on focus. */
static void ShowWindow(_THIS, SDL_Window *window)
{
}

static void HideWindow(_THIS, SDL_Window *window)
{
}

static int LoadLibrary(_THIS, const char *path)
{
    return 0;
}

static int MakeCurrent(_THIS, SDL_Window *window, SDL_GLContext context)
{
    if (emscripten_webgl_make_context_current((EMSCRIPTEN_WEBGL_CONTEXT_HANDLE)(intptr_t)context) !=
        EMSCRIPTEN_RESULT_SUCCESS) {
        return SDL_SetError("The WebGL context cannot be made current");
    }
    return 0;
}

static SDL_GLContext CreateContext(_THIS, SDL_Window *window)
{
    EmscriptenWebGLContextAttributes attributes;
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context;

    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = _this->gl_config.alpha_size > 0;
    attributes.depth = _this->gl_config.depth_size > 0;
    attributes.stencil = _this->gl_config.stencil_size > 0;
    attributes.antialias = _this->gl_config.multisamplesamples > 0;
    attributes.enableExtensionsByDefault = 0;

    context = emscripten_webgl_create_context(kCanvas, &attributes);
    if (context <= 0) {
        SDL_SetError("WebGL 2 is not available");
        return NULL;
    }
    if (MakeCurrent(_this, window, (SDL_GLContext)(intptr_t)context) < 0) {
        emscripten_webgl_destroy_context(context);
        return NULL;
    }
    return (SDL_GLContext)(intptr_t)context;
}

/* The browser shows the frame when our callback returns. */
static int SwapWindow(_THIS, SDL_Window *window)
{
    return 0;
}

static void DeleteContext(_THIS, SDL_GLContext context)
{
    emscripten_webgl_destroy_context((EMSCRIPTEN_WEBGL_CONTEXT_HANDLE)(intptr_t)context);
}

static void DeleteDevice(SDL_VideoDevice *device)
{
    SDL_free(device);
}

static SDL_VideoDevice *CreateDevice(void)
{
    SDL_VideoDevice *device = (SDL_VideoDevice *)SDL_calloc(1, sizeof(*device));
    if (!device) {
        SDL_OutOfMemory();
        return NULL;
    }
    device->VideoInit = VideoInit;
    device->VideoQuit = VideoQuit;
    device->PumpEvents = PumpEvents;
    device->SetDisplayMode = SetDisplayMode;
    device->CreateSDLWindow = CreateWindow;
    device->SetWindowSize = SetWindowSize;
    device->ShowWindow = ShowWindow;
    device->HideWindow = HideWindow;
    device->GL_LoadLibrary = LoadLibrary;
    device->GL_CreateContext = CreateContext;
    device->GL_MakeCurrent = MakeCurrent;
    device->GL_SwapWindow = SwapWindow;
    device->GL_DeleteContext = DeleteContext;
    device->free = DeleteDevice;
    return device;
}

/* SDL_video.c asks whether a 2D renderer draws into a window that closes. There is none: these two stand in for all
 * of src/render/ and the pixel conversions behind it. */
SDL_Renderer *SDL_GetRenderer(SDL_Window *window)
{
    return NULL;
}

void SDL_DestroyRendererWithoutFreeing(SDL_Renderer *renderer)
{
}

/* The name SDL_video.c looks for. */
VideoBootStrap Emscripten_bootstrap = { "canvas", "one canvas of a page", CreateDevice, NULL };
