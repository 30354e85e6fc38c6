-- What no session_ttl_hours could keep alive any more: 720 is the most.
DELETE FROM sessions WHERE created_at < now() - interval '720 hours'
