-- The requests that wrk sends. Arguments: the kind of load, a file with one session per line (id, token, key of its list,
-- revision), and optionally the mean pause of a connection in milliseconds.
--
-- Sessions take turns, and there are several times as many as connections, so that the response to a session's last request
-- arrives long before its next request is sent.

local get, known, back, open, up = {}, {}, {}, {}, {}
local count, position, pause = 0, 0, nil

local function read(path, keyed)
  for line in io.lines(path) do
    local id, token, list, revision = line:match("(%S+) (%S+) (%S+) (%S+)")
    local address = "/v1/sessions/" .. id
    local fields = { ["Authorization"] = "Bearer " .. token }
    count = count + 1
    get[count] = wrk.format("GET", address, fields)
    fields["If-None-Match"] = '"' .. revision .. '"'
    known[count] = wrk.format("GET", address, fields)
    fields["If-None-Match"] = nil
    fields["Content-Type"] = "application/json"
    if keyed then fields["Idempotency-Key"] = "KEY-OF-THIS-TAP" end
    back[count] = wrk.format("POST", address .. "/back", fields, "")
    open[count] = wrk.format("POST", address .. "/screens/" .. list .. "/outputs/itemSelected", fields, "3")
    up[count] = wrk.format("POST", address .. "/screens/" .. list .. "/outputs/up", fields, "")
  end
end

-- Returns the tap with a number: an item opens in every session, then every session goes back, and so on.
local function tap(number)
  local requests = math.floor(number / count) % 2 == 0 and open or back
  return requests[number % count + 1]
end

local function next_position()
  position = position + 1
  return position - 1
end

local loads = {
  get = function() return get[next_position() % count + 1] end,
  known = function() return known[next_position() % count + 1] end,
  back = function() return back[next_position() % count + 1] end,
  tap = function() return tap(next_position()) end,
  -- Each key is as long as the placeholder, and never the same twice.
  keyed = function()
    local number = next_position()
    return (tap(number):gsub("KEY%-OF%-THIS%-TAP", string.format("%08x-%06x", os.time() % 0xffffffff, number % 0xffffff)))
  end,
  -- The same in the application `ladder`: push a screen in every session, then go back.
  climb = function()
    local requests = math.floor(position / count) % 2 == 0 and up or back
    return requests[next_position() % count + 1]
  end,
  mix = function()
    if math.random() < 0.7 then return get[math.random(count)] end
    return tap(next_position())
  end,
}

function init(arguments)
  math.randomseed(20261121)
  read(arguments[2], arguments[1] == "keyed")
  request = loads[arguments[1]]
  pause = tonumber(arguments[3])
  if pause then
    function delay() return math.floor(math.random() * 2 * pause + 0.5) end
  end
end

function done(summary, latency)
  io.write(string.format(
    '\nRESULT {"requests": %d, "microseconds": %d, "bytes": %d, "failed": %d, "p50": %d, "p99": %d, "p999": %d, "longest": %d}\n',
    summary.requests, summary.duration, summary.bytes,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9), latency.max))
end
