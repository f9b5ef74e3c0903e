"""The list of `items` and the screen of an item in NiceGUI, whose server keeps the elements of a page in memory."""

import asyncio
import socket

from nicegui import app, background_tasks, ui

CATEGORIES = ("Book", "Clothing", "Furniture", "Kitchen", "Sport", "Tool")
ITEMS = [(f"Item {number}", CATEGORIES[number % len(CATEGORIES)]) for number in range(11)]


@ui.page("/")
def page():
    shown = None

    def show(item):
        nonlocal shown
        shown = item
        screen.refresh()

    @ui.refreshable
    def screen():
        if shown is None:
            ui.label("Items")
            ui.button("Create item", icon="add")
            with ui.list():
                for item in ITEMS:
                    with ui.item(on_click=lambda item=item: show(item)), ui.item_section():
                        ui.item_label(item[0])
                        ui.item_label(item[1]).props("caption")
        else:
            title, category = shown
            ui.button("Back", icon="arrow_back", on_click=lambda: show(None))
            ui.label(title)
            ui.label(category)
            ui.label("No note yet.")

    screen()


async def announce():
    """Prints the address once the server accepts connections, which is after its startup."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            break
        except ConnectionRefusedError:
            await asyncio.sleep(0.05)
    print(f"ready http://127.0.0.1:{port}", flush=True)


with socket.create_server(("127.0.0.1", 0)) as listener:
    port = listener.getsockname()[1]
app.on_startup(lambda: background_tasks.create(announce()))
ui.run(host="127.0.0.1", port=port, reload=False, show=False, show_welcome_message=False, uvicorn_logging_level="warning")
