// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The one table of operator types: family, formula of work, weight per element, properties.
//
// Weights count the arithmetic of the textbook definition, one for every add, multiply, comparison
// and transcendental: Gelu = x / sqrt2, erf, + 1, * x, * 0.5 = 5. What a runtime really executes
// for an exponential differs by kernel; the measured rate of the operator takes that up.
#include "ir/operators_table.h"

#include <array>
#include <unordered_map>

namespace metainfer::ir {
namespace {

using enum WorkKind;
constexpr std::string_view kMs = "com.microsoft";
constexpr std::string_view kMl = "ai.onnx.ml";
constexpr std::string_view kNchwc = "com.microsoft.nchwc";

constexpr auto kTable = std::to_array<OperatorFacts>({
    // Matrix work.
    {"Conv", "conv2d", Conv},
    {"ConvInteger", "conv2d", Conv},
    {"QLinearConv", "conv2d", Conv, 2},
    {"FusedConv", "conv2d", Conv, 1, 0, kMs},
    {"NhwcConv", "conv2d", Conv, 0, 0, kMs},
    {"NhwcFusedConv", "conv2d", Conv, 1, 0, kMs},
    {"Conv", "conv2d", Conv, 0, 0, kNchwc},
    {"DeformConv", "conv2d", Conv},
    {"ConvTranspose", "conv_transpose", ConvTranspose},
    {"MatMul", "matmul", MatMul},
    {"MatMulInteger", "matmul", MatMul},
    {"QLinearMatMul", "matmul", MatMul, 2},
    {"FusedMatMul", "matmul", MatMul, 0, 0, kMs},
    {"TransposeMatMul", "matmul", MatMul, 0, 0, kMs},
    {"MatMulIntegerToFloat", "matmul", MatMul, 2, 0, kMs},
    {"DynamicQuantizeMatMul", "matmul", MatMul, 2, 0, kMs},
    {"Gemm", "matmul", Gemm},
    {"FusedGemm", "matmul", Gemm, 1, 0, kMs},
    {"QGemm", "matmul", Gemm, 2, 0, kMs},
    {"MatMulNBits", "matmul", MatMulNBits, 0, 0, kMs},
    {"Einsum", "einsum", Einsum},
    {"Attention", "attention", Attention},
    {"MultiHeadAttention", "attention", Attention, 0, 0, kMs},
    {"GroupQueryAttention", "attention", Attention, 0, 0, kMs},
    {"QAttention", "attention", Attention, 0, 0, kMs},
    {"LSTM", "rnn", Lstm},
    {"DynamicQuantizeLSTM", "rnn", Lstm, 0, 0, kMs},
    {"GRU", "rnn", Gru},
    {"RNN", "rnn", Rnn},
    // Pooling, reductions, norms.
    {"MaxPool", "pool", Pool},
    {"AveragePool", "pool", Pool, 1},
    {"LpPool", "pool", Pool, 2},
    {"QLinearAveragePool", "pool", Pool, 3, 0, kMs},
    {"MaxPool", "pool", Pool, 0, 0, kNchwc},
    {"AveragePool", "pool", Pool, 1, 0, kNchwc},
    {"GlobalMaxPool", "pool", GlobalPool},
    {"GlobalAveragePool", "pool", GlobalPool, 1},
    {"GlobalLpPool", "pool", GlobalPool, 2},
    {"QLinearGlobalAveragePool", "pool", GlobalPool, 3, 0, kMs},
    {"GlobalMaxPool", "pool", GlobalPool, 0, 0, kNchwc},
    {"GlobalAveragePool", "pool", GlobalPool, 1, 0, kNchwc},
    {"MaxUnpool", "pool", Move},
    {"MaxRoiPool", "pool", Sampling, 1},
    {"RoiAlign", "pool", Sampling, 8},
    {"ReduceSum", "reduce", Reduce, 1},
    {"ReduceMean", "reduce", Reduce, 1},
    {"ReduceMax", "reduce", Reduce, 1},
    {"ReduceMin", "reduce", Reduce, 1},
    {"ReduceProd", "reduce", Reduce, 1},
    {"ReduceL1", "reduce", Reduce, 2},
    {"ReduceL2", "reduce", Reduce, 2},
    {"ReduceSumSquare", "reduce", Reduce, 2},
    {"ReduceLogSum", "reduce", Reduce, 1},
    {"ReduceLogSumExp", "reduce", Reduce, 2},
    {"ArgMax", "reduce", Reduce, 1},
    {"ArgMin", "reduce", Reduce, 1},
    {"CumSum", "reduce", PerInput, 1},
    {"CumProd", "reduce", PerInput, 1},
    // Softmax = max, subtract, exp, sum, divide.
    {"Softmax", "softmax", PerInput, 5},
    {"LogSoftmax", "softmax", PerInput, 5},
    {"Hardmax", "softmax", PerInput, 1},
    {"QLinearSoftmax", "softmax", PerInput, 9, 0, kMs},
    // Layer norm = sum, subtract, square, sum, scale, gamma, beta.
    {"LayerNormalization", "layernorm", PerInput, 7},
    {"SkipLayerNormalization", "layernorm", PerInput, 8, 0, kMs},
    {"EmbedLayerNormalization", "layernorm", PerOutput, 9, 0, kMs},
    {"RMSNormalization", "layernorm", PerInput, 4},
    {"SimplifiedLayerNormalization", "layernorm", PerInput, 4},
    {"SkipSimplifiedLayerNormalization", "layernorm", PerInput, 5, 0, kMs},
    {"BatchNormalization", "batchnorm", PerInput, 2},
    {"InstanceNormalization", "groupnorm", PerInput, 7},
    {"GroupNormalization", "groupnorm", PerInput, 7},
    {"GroupNorm", "groupnorm", PerInput, 7, 0, kMs},
    {"SkipGroupNorm", "groupnorm", PerInput, 8, 0, kMs},
    {"MeanVarianceNormalization", "groupnorm", PerInput, 5},
    {"LRN", "lrn", Lrn},
    {"LpNormalization", "lrn", PerInput, 3},
    // Elementwise with two or more inputs.
    {"Add", "add", PerOutput, 1, kBinary},
    {"Sub", "add", PerOutput, 1, kBinary},
    {"Sum", "add", Variadic, 1, kBinary},
    {"QLinearAdd", "add", PerOutput, 7, 0, kMs},
    {"BiasAdd", "add", PerOutput, 2, 0, kMs},
    {"Mul", "mul", PerOutput, 1, kBinary},
    {"Div", "mul", PerOutput, 1, kBinary},
    {"QLinearMul", "mul", PerOutput, 7, 0, kMs},
    {"Mod", "mul", PerOutput, 1, kBinary},
    {"Pow", "pow", PerOutput, 1, kBinary},
    {"Max", "minmax", Variadic, 1, kBinary},
    {"Min", "minmax", Variadic, 1, kBinary},
    {"Mean", "minmax", Variadic, 1, kBinary},
    {"Equal", "compare", PerOutput, 1, kBinary},
    {"Greater", "compare", PerOutput, 1, kBinary},
    {"GreaterOrEqual", "compare", PerOutput, 1, kBinary},
    {"Less", "compare", PerOutput, 1, kBinary},
    {"LessOrEqual", "compare", PerOutput, 1, kBinary},
    {"And", "logical", PerOutput, 1, kBinary},
    {"Or", "logical", PerOutput, 1, kBinary},
    {"Xor", "logical", PerOutput, 1, kBinary},
    {"BitShift", "logical", PerOutput, 1, kBinary},
    {"BitwiseAnd", "logical", PerOutput, 1, kBinary},
    {"BitwiseOr", "logical", PerOutput, 1, kBinary},
    {"BitwiseXor", "logical", PerOutput, 1, kBinary},
    {"PRelu", "relu", PerOutput, 2, kBinary},
    {"Where", "select", PerOutput, 1, kBinary},
    // Elementwise with one input.
    {"Not", "logical", PerOutput, 1, kUnary},
    {"BitwiseNot", "logical", PerOutput, 1, kUnary},
    {"IsNaN", "compare", PerOutput, 1, kUnary},
    {"IsInf", "compare", PerOutput, 1, kUnary},
    {"Relu", "relu", PerOutput, 1, kUnary},
    {"LeakyRelu", "relu", PerOutput, 2, kUnary},
    {"ThresholdedRelu", "relu", PerOutput, 1, kUnary},
    {"Clip", "relu", PerOutput, 2, kUnary},
    {"QLinearLeakyRelu", "relu", PerOutput, 6, 0, kMs},
    {"Sigmoid", "activation", PerOutput, 1, kUnary},
    {"QLinearSigmoid", "activation", PerOutput, 5, 0, kMs},
    {"Tanh", "activation", PerOutput, 1, kUnary},
    {"Elu", "activation", PerOutput, 3, kUnary},
    {"Selu", "activation", PerOutput, 4, kUnary},
    {"Celu", "activation", PerOutput, 4, kUnary},
    {"HardSigmoid", "activation", PerOutput, 4, kUnary},
    {"HardSwish", "activation", PerOutput, 5, kUnary},
    {"Mish", "activation", PerOutput, 4, kUnary},
    {"Softplus", "activation", PerOutput, 3, kUnary},
    {"Softsign", "activation", PerOutput, 3, kUnary},
    {"Swish", "activation", PerOutput, 2, kUnary},
    {"QuickGelu", "activation", PerOutput, 3, kUnary, kMs},
    {"Gelu", "activation", PerOutput, 5, kUnary},
    {"FastGelu", "activation", PerOutput, 8, 0, kMs},
    {"BiasGelu", "activation", PerOutput, 6, 0, kMs},
    {"Shrink", "activation", PerOutput, 2, kUnary},
    {"Abs", "math", PerOutput, 1, kUnary},
    {"Neg", "math", PerOutput, 1, kUnary},
    {"Reciprocal", "math", PerOutput, 1, kUnary},
    {"Sqrt", "math", PerOutput, 1, kUnary},
    {"Exp", "math", PerOutput, 1, kUnary},
    {"Log", "math", PerOutput, 1, kUnary},
    {"Erf", "math", PerOutput, 1, kUnary},
    {"Sign", "math", PerOutput, 1, kUnary},
    {"Sin", "math", PerOutput, 1, kUnary},
    {"Cos", "math", PerOutput, 1, kUnary},
    {"Tan", "math", PerOutput, 1, kUnary},
    {"Asin", "math", PerOutput, 1, kUnary},
    {"Acos", "math", PerOutput, 1, kUnary},
    {"Atan", "math", PerOutput, 1, kUnary},
    {"Sinh", "math", PerOutput, 1, kUnary},
    {"Cosh", "math", PerOutput, 1, kUnary},
    {"Asinh", "math", PerOutput, 1, kUnary},
    {"Acosh", "math", PerOutput, 1, kUnary},
    {"Atanh", "math", PerOutput, 1, kUnary},
    {"Floor", "math", PerOutput, 1, kUnary},
    {"Ceil", "math", PerOutput, 1, kUnary},
    {"Round", "math", PerOutput, 1, kUnary},
    {"Cast", "cast", PerOutput, 1, kUnary},
    {"CastLike", "cast", PerOutput, 1},
    // Quantize = divide, round, add zero point, saturate; dequantize = subtract, multiply.
    {"QuantizeLinear", "quantize", PerOutput, 4},
    {"DynamicQuantizeLinear", "quantize", PerInput, 6},
    {"DequantizeLinear", "dequantize", PerOutput, 2},
    // Same bytes, other shape.
    {"Identity", "reshape", View, 0, kUnary | kDataMovement},
    {"Dropout", "reshape", View, 0, kDataMovement},
    {"Reshape", "reshape", View, 0, kDataMovement},
    {"Flatten", "reshape", View, 0, kDataMovement},
    {"Squeeze", "reshape", View, 0, kDataMovement},
    {"Unsqueeze", "reshape", View, 0, kDataMovement},
    // Copies.
    {"Transpose", "transpose", Move, 0, kDataMovement},
    {"DepthToSpace", "transpose", Move, 0, kDataMovement},
    {"SpaceToDepth", "transpose", Move, 0, kDataMovement},
    {"ReorderInput", "transpose", Move, 0, kDataMovement, kNchwc},
    {"ReorderOutput", "transpose", Move, 0, kDataMovement, kNchwc},
    {"Concat", "concat", Move, 0, kDataMovement},
    {"QLinearConcat", "concat", PerOutput, 4, 0, kMs},
    {"ReverseSequence", "gather", Move, 0, kDataMovement},
    {"Split", "split", Move, 0, kDataMovement},
    {"Slice", "slice", Pick, 0, kDataMovement},
    {"CenterCropPad", "slice", Pick, 0, kDataMovement},
    {"Trilu", "slice", Move, 0, kDataMovement},
    {"Pad", "pad", Move, 0, kDataMovement},
    {"Expand", "expand", Move, 0, kDataMovement},
    {"Tile", "expand", Move, 0, kDataMovement},
    {"Upsample", "resize", Resize},
    {"Resize", "resize", Resize},
    {"Gather", "gather", Pick, 0, kDataMovement},
    {"GatherElements", "gather", Pick, 0, kDataMovement},
    {"GatherND", "gather", Pick, 0, kDataMovement},
    {"GatherBlockQuantized", "gather", Pick, 0, 0, kMs},
    {"Compress", "gather", Pick, 0, kDataMovement},
    {"OneHot", "gather", Move, 0, kDataMovement},
    {"Scatter", "scatter", Move, 0, kDataMovement},
    {"ScatterElements", "scatter", Move, 0, kDataMovement},
    {"ScatterND", "scatter", Move, 0, kDataMovement},
    {"TensorScatter", "scatter", Move, 0, kDataMovement},
    // One comparison per element: a lower bound for what sorts.
    {"TopK", "sort", PerInput, 1},
    {"Unique", "sort", PerInput, 1},
    {"NonZero", "sort", PerInput, 1},
    {"NonMaxSuppression", "sort", Unknown},
    // Metadata and generators.
    {"Shape", "shape", Metadata, 0, kDataMovement},
    {"Size", "shape", Metadata, 0, kDataMovement},
    {"Constant", "constant", Metadata, 0, kDataMovement},
    {"ConstantOfShape", "constant", Metadata, 0, kDataMovement},
    {"EyeLike", "constant", Metadata, 0, kDataMovement},
    {"Range", "constant", PerOutput, 1},
    {"HannWindow", "signal", PerOutput, 3},
    {"HammingWindow", "signal", PerOutput, 3},
    {"BlackmanWindow", "signal", PerOutput, 6},
    {"MelWeightMatrix", "signal", PerOutput, 1},
    {"DFT", "signal", Dft},
    {"STFT", "signal", Unknown},
    {"RandomNormal", "random", PerOutput, 1, kRandom},
    {"RandomNormalLike", "random", PerOutput, 1, kRandom},
    {"RandomUniform", "random", PerOutput, 1, kRandom},
    {"RandomUniformLike", "random", PerOutput, 1, kRandom},
    {"Multinomial", "random", PerInput, 1, kRandom},
    {"Bernoulli", "random", PerInput, 1, kRandom},
    {"GridSample", "resize", Sampling, 8},
    {"AffineGrid", "resize", PerOutput, 4},
    {"Col2Im", "transpose", PerInput, 1},
    {"ImageDecoder", "image", Unknown},
    {"Det", "math", Unknown},
    // Control flow and containers.
    {"If", "control", Control},
    {"Loop", "control", Control},
    {"Scan", "control", Control},
    {"SequenceMap", "control", Control},
    {"SequenceAt", "sequence", Unknown},
    {"SequenceConstruct", "sequence", Unknown},
    {"SequenceEmpty", "sequence", Unknown},
    {"SequenceErase", "sequence", Unknown},
    {"SequenceInsert", "sequence", Unknown},
    {"SequenceLength", "sequence", Unknown},
    {"SplitToSequence", "sequence", Unknown},
    {"ConcatFromSequence", "sequence", Unknown},
    {"Optional", "sequence", Unknown},
    {"OptionalGetElement", "sequence", Unknown},
    {"OptionalHasElement", "sequence", Unknown},
    {"StringNormalizer", "text", Unknown},
    {"StringConcat", "text", Unknown},
    {"StringSplit", "text", Unknown},
    {"RegexFullMatch", "text", Unknown},
    {"TfIdfVectorizer", "text", Unknown},
    {"NegativeLogLikelihoodLoss", "loss", PerInput, 2},
    {"SoftmaxCrossEntropyLoss", "loss", PerInput, 7},
    // Classical machine learning: content decides, except for the plain ones.
    {"Scaler", "ml", PerOutput, 2, 0, kMl},
    {"Normalizer", "ml", PerInput, 3, 0, kMl},
    {"Binarizer", "ml", PerOutput, 1, kUnary, kMl},
    {"Imputer", "ml", PerOutput, 1, 0, kMl},
    {"ArrayFeatureExtractor", "ml", Move, 0, 0, kMl},
    {"FeatureVectorizer", "ml", Move, 0, 0, kMl},
    {"LinearRegressor", "ml", Unknown, 0, 0, kMl},
    {"LinearClassifier", "ml", Unknown, 0, 0, kMl},
    {"SVMRegressor", "ml", Unknown, 0, 0, kMl},
    {"SVMClassifier", "ml", Unknown, 0, 0, kMl},
    {"TreeEnsemble", "ml", Unknown, 0, 0, kMl},
    {"TreeEnsembleRegressor", "ml", Unknown, 0, 0, kMl},
    {"TreeEnsembleClassifier", "ml", Unknown, 0, 0, kMl},
    {"LabelEncoder", "ml", Unknown, 0, 0, kMl},
    {"CategoryMapper", "ml", Unknown, 0, 0, kMl},
    {"DictVectorizer", "ml", Unknown, 0, 0, kMl},
    {"OneHotEncoder", "ml", Unknown, 0, 0, kMl},
    {"ZipMap", "ml", Unknown, 0, 0, kMl},
});

using Index = std::unordered_multimap<std::string_view, const OperatorFacts*>;

const Index& index() {
    static const Index table = [] {
        Index made;
        for (const OperatorFacts& row : kTable)
            made.emplace(row.opType, &row);
        return made;
    }();
    return table;
}

} // namespace

std::span<const OperatorFacts> operatorTable() {
    return kTable;
}

const OperatorFacts* operatorFacts(std::string_view opType, std::string_view domain) {
    if (domain == "ai.onnx")
        domain = {};
    const OperatorFacts* fallback = nullptr;
    const auto [first, last] = index().equal_range(opType);
    for (auto it = first; it != last; ++it) {
        if (it->second->domain == domain)
            return it->second;
        // The runtime's own domain holds copies and fused forms of standard operators.
        if (it->second->domain.empty() && domain == kMs)
            fallback = it->second;
    }
    return fallback;
}

} // namespace metainfer::ir
