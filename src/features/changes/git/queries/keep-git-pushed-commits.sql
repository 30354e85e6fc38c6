-- As the last thing before they are sent: nothing is kept, and nothing may be sent, where the source is another node's
-- meanwhile, is off, or is gone.
UPDATE git_syncs SET pushed_commits = :commits::text[]
WHERE organization_id = :organization_id AND id = :id AND holder = :holder AND held_until > now() AND enabled
RETURNING id
