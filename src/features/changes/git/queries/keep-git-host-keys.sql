-- The first one stays, unless a person has taken another one for it.
INSERT INTO git_host_keys AS one (organization_id, host, known_hosts)
VALUES (:organization_id, :host, :known_hosts)
ON CONFLICT (organization_id, host) DO UPDATE SET known_hosts = :known_hosts
WHERE :trusted::boolean AND one.known_hosts <> :known_hosts
