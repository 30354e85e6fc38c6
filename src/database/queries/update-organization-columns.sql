UPDATE organizations SET name = :name, ip_allowlist = :ip_allowlist, session_ttl_hours = :session_ttl_hours,
  second_factor_required = :second_factor_required
WHERE id = :id
