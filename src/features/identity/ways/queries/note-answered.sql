UPDATE ways SET answered_at = :at WHERE id = :id
