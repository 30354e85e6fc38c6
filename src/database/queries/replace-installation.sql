UPDATE installation SET value = :after WHERE name = :name AND value = :before RETURNING name
