;; Products of a text's activations with a layer's weights. Assembled into multiply-wasm.ts by scripts/build-wasm.mjs.
;; Every address is in bytes. All sums are of whole numbers, so that their order does not matter.
(module
  (memory (export "memory") 1)

  ;; $rows of $inputs activations (int16, at $from) by $outputs rows of weights (int8, at $weights): int32 sums at $to, $outputs
  ;; per row. $inputs is a multiple of 16, $outputs of 2, and $rows is rounded up to 4. Four rows by two outputs by 16 inputs at a
  ;; time, which is what the registers have room for.
  (func (export "multiply")
    (param $from i32) (param $weights i32) (param $to i32) (param $rows i32) (param $inputs i32) (param $outputs i32)
    (local $row i32) (local $output i32) (local $x i32) (local $w i32) (local $end i32) (local $y i32)
    (local $stride i32) (local $wide i32)
    (local $w0 v128) (local $w1 v128) (local $w2 v128) (local $w3 v128) (local $lanes v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $stride (i32.shl (local.get $inputs) (i32.const 1)))
    (local.set $wide (i32.shl (local.get $outputs) (i32.const 2)))
    (loop $outputs2
      (local.set $row (i32.const 0))
      (loop $rows4
        (local.set $x (i32.add (local.get $from) (i32.mul (local.get $row) (local.get $stride))))
        (local.set $w (i32.add (local.get $weights) (i32.mul (local.get $output) (local.get $inputs))))
        (local.set $end (i32.add (local.get $w) (local.get $inputs)))
        (local.set $a0 (v128.const i64x2 0 0))
        (local.set $a1 (v128.const i64x2 0 0))
        (local.set $a2 (v128.const i64x2 0 0))
        (local.set $a3 (v128.const i64x2 0 0))
        (local.set $b0 (v128.const i64x2 0 0))
        (local.set $b1 (v128.const i64x2 0 0))
        (local.set $b2 (v128.const i64x2 0 0))
        (local.set $b3 (v128.const i64x2 0 0))
        (loop $sixteen
          (local.set $y (i32.add (local.get $w) (local.get $inputs)))
          (local.set $w0 (v128.load8x8_s (local.get $w)))
          (local.set $w1 (v128.load8x8_s (local.get $y)))
          (local.set $w2 (v128.load8x8_s offset=8 (local.get $w)))
          (local.set $w3 (v128.load8x8_s offset=8 (local.get $y)))
          (local.set $lanes (v128.load (local.tee $y (local.get $x))))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $w0) (local.get $lanes))))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $w1) (local.get $lanes))))
          (local.set $lanes (v128.load offset=16 (local.get $y)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $w2) (local.get $lanes))))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $w3) (local.get $lanes))))
          (local.set $lanes (v128.load (local.tee $y (i32.add (local.get $y) (local.get $stride)))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $w0) (local.get $lanes))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $w1) (local.get $lanes))))
          (local.set $lanes (v128.load offset=16 (local.get $y)))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $w2) (local.get $lanes))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $w3) (local.get $lanes))))
          (local.set $lanes (v128.load (local.tee $y (i32.add (local.get $y) (local.get $stride)))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $w0) (local.get $lanes))))
          (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (local.get $w1) (local.get $lanes))))
          (local.set $lanes (v128.load offset=16 (local.get $y)))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $w2) (local.get $lanes))))
          (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (local.get $w3) (local.get $lanes))))
          (local.set $lanes (v128.load (local.tee $y (i32.add (local.get $y) (local.get $stride)))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $w0) (local.get $lanes))))
          (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (local.get $w1) (local.get $lanes))))
          (local.set $lanes (v128.load offset=16 (local.get $y)))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $w2) (local.get $lanes))))
          (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (local.get $w3) (local.get $lanes))))
          (local.set $x (i32.add (local.get $x) (i32.const 32)))
          (local.set $w (i32.add (local.get $w) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $w) (local.get $end))))
        (local.set $y (i32.add (local.get $to)
          (i32.add (i32.mul (local.get $row) (local.get $wide)) (i32.shl (local.get $output) (i32.const 2)))))
        (local.set $lanes
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a0) (local.get $b0))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a0) (local.get $b0))))
        (v128.store64_lane 0 (local.get $y)
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $lanes) (local.get $lanes))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $lanes) (local.get $lanes))))
        (local.set $y (i32.add (local.get $y) (local.get $wide)))
        (local.set $lanes
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a1) (local.get $b1))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a1) (local.get $b1))))
        (v128.store64_lane 0 (local.get $y)
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $lanes) (local.get $lanes))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $lanes) (local.get $lanes))))
        (local.set $y (i32.add (local.get $y) (local.get $wide)))
        (local.set $lanes
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a2) (local.get $b2))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a2) (local.get $b2))))
        (v128.store64_lane 0 (local.get $y)
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $lanes) (local.get $lanes))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $lanes) (local.get $lanes))))
        (local.set $y (i32.add (local.get $y) (local.get $wide)))
        (local.set $lanes
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a3) (local.get $b3))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a3) (local.get $b3))))
        (v128.store64_lane 0 (local.get $y)
          (i32x4.add
            (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $lanes) (local.get $lanes))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $lanes) (local.get $lanes))))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $rows4 (i32.lt_u (local.get $row) (local.get $rows))))
      (local.set $output (i32.add (local.get $output) (i32.const 2)))
      (br_if $outputs2 (i32.lt_u (local.get $output) (local.get $outputs)))))

  ;; A row of $count numbers (float32, at $from) as int16 within ±8191, at $to; returns what one step stands for. $count is a
  ;; multiple of 4. As in TypeScript, all is computed in 64 bits, and halves are rounded away from 0.
  (func (export "quantise") (param $from i32) (param $to i32) (param $count i32) (result f64)
    (local $x i32) (local $end i32) (local $most v128) (local $largest f64) (local $levels v128) (local $lanes v128)
    (local $low v128) (local $high v128) (local $sign v128) (local $half v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $x (local.get $from))
    (loop $four
      (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $x)))))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $four (i32.lt_u (local.get $x) (local.get $end))))
    (local.set $largest
      (f64.max (f64.const 1e-9)
        (f64.promote_f32
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
            (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))))
    (local.set $levels (f64x2.splat (f64.div (f64.const 8191) (local.get $largest))))
    (local.set $sign (v128.const i64x2 0x8000000000000000 0x8000000000000000))
    (local.set $half (f64x2.splat (f64.const 0.5)))
    (local.set $x (local.get $from))
    (loop $four
      (local.set $lanes (v128.load (local.get $x)))
      (local.set $low (f64x2.mul (f64x2.promote_low_f32x4 (local.get $lanes)) (local.get $levels)))
      (local.set $high
        (f64x2.mul
          (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $lanes) (local.get $lanes)))
          (local.get $levels)))
      (local.set $low
        (f64x2.add (local.get $low) (v128.or (v128.and (local.get $low) (local.get $sign)) (local.get $half))))
      (local.set $high
        (f64x2.add (local.get $high) (v128.or (v128.and (local.get $high) (local.get $sign)) (local.get $half))))
      (local.set $lanes
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
          (i32x4.trunc_sat_f64x2_s_zero (local.get $low)) (i32x4.trunc_sat_f64x2_s_zero (local.get $high))))
      (v128.store64_lane 0 (local.get $to) (i16x8.narrow_i32x4_s (local.get $lanes) (local.get $lanes)))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $four (i32.lt_u (local.get $x) (local.get $end))))
    (f64.div (local.get $largest) (f64.const 8191)))

  ;; $count sums (int32, at $from) by $step and each one's scale, plus each one's bias, as float32 at $to; with $floor at least 0.
  ;; $count is a multiple of 4.
  (func (export "scale")
    (param $from i32) (param $to i32) (param $count i32) (param $step f64) (param $scales i32) (param $biases i32)
    (param $floor i32)
    (local $end i32) (local $steps v128) (local $sums v128) (local $scale v128) (local $bias v128) (local $made v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $steps (f64x2.splat (local.get $step)))
    (loop $four
      (local.set $sums (v128.load (local.get $from)))
      (local.set $scale (v128.load (local.get $scales)))
      (local.set $bias (v128.load (local.get $biases)))
      (local.set $made
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
          (f32x4.demote_f64x2_zero
            (f64x2.add
              (f64x2.mul
                (f64x2.convert_low_i32x4_s (local.get $sums))
                (f64x2.mul (local.get $steps) (f64x2.promote_low_f32x4 (local.get $scale))))
              (f64x2.promote_low_f32x4 (local.get $bias))))
          (f32x4.demote_f64x2_zero
            (f64x2.add
              (f64x2.mul
                (f64x2.convert_low_i32x4_s
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $sums) (local.get $sums)))
                (f64x2.mul (local.get $steps)
                  (f64x2.promote_low_f32x4
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $scale) (local.get $scale)))))
              (f64x2.promote_low_f32x4
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $bias) (local.get $bias)))))))
      (if (local.get $floor)
        (then (local.set $made (f32x4.max (local.get $made) (v128.const i64x2 0 0)))))
      (v128.store (local.get $to) (local.get $made))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
      (local.set $biases (i32.add (local.get $biases) (i32.const 16)))
      (br_if $four (i32.lt_u (local.get $from) (local.get $end))))))
