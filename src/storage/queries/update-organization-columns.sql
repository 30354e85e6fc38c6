UPDATE organizations SET name = $2, ip_allowlist = $3, session_ttl_hours = $4 WHERE id = $1
