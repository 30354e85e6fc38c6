UPDATE ways SET sealed_address = :after WHERE id = :id AND sealed_address = :before
RETURNING id
