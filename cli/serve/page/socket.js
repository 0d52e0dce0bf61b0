// One connection with one secret: it comes back by itself for as long as the link is good.

const ENDED = { 4001: "This link leads nowhere. Ask for a new one.", 4002: "This link was taken back. Ask whoever runs the table for a new one.", 4003: "Too many are here already. Try again in a while." };

export class Line {
  constructor(key, narrow, heard, changed) {
    Object.assign(this, { key, narrow, heard, changed, wait: 300, closed: false });
    this.open();
  }

  open() {
    const address = new URL("socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 300;
      socket.send(JSON.stringify({ do: "enter", key: this.key, narrow: this.narrow }));
    };
    socket.onmessage = (event) => {
      this.changed("");
      this.heard(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.closed || socket !== this.socket) return;
      if (ENDED[event.code]) {
        this.changed(ENDED[event.code], true);
        return;
      }
      this.changed("The connection is lost; trying again …");
      this.timer = setTimeout(() => this.open(), this.wait + Math.random() * 300);
      this.wait = Math.min(this.wait * 1.7, 8000);
    };
  }

  // Whoever comes back to the page, or onto the network, need not wait.
  hurry() {
    if (!this.closed && this.socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this.timer);
      this.open();
    }
  }

  say(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
